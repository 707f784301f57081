/**
 * Expected answers of an actor are results told apart by `kind`; only the unexpected throws.
 * `isKind` guards a transition by the kind, `ofKind` reads the result behind such a guard.
 */
type Result = { kind: string }

/** Guard of an `onDone`: the actor's result is of one of these kinds. */
export function isKind<R extends Result>(
  ...kinds: NoInfer<R['kind']>[]
): (args: { event: { output: R } }) => boolean {
  return ({ event }) => kinds.includes(event.output.kind)
}

/** The result as the kind it was guarded to be. */
export function ofKind<R extends Result, K extends R['kind']>(
  event: { output: R },
  ...kinds: K[]
): Extract<R, { kind: K }> {
  if (!isKind(...kinds)({ event })) {
    throw new Error(`Expected a result of kind ${kinds.join(' or ')}, not ${event.output.kind}`)
  }
  return event.output as Extract<R, { kind: K }>
}
