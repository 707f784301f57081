/**
 * Expected answers of an actor are results that differ by `kind`; only the unexpected throws.
 * `isKind` guards a transition by the kind, `whenKind` also passes the result to its actions.
 */
type Result = { kind: string }
type Done<R> = { event: { output: R } }

/** Guard of an `onDone`: the actor's result is of one of these kinds. */
export function isKind<R extends Result>(
  ...kinds: NoInfer<R['kind']>[]
): (args: Done<R>) => boolean {
  return ({ event }) => kinds.includes(event.output.kind)
}

type Actions = string | { type: string }
type WithParams<A, P> = A extends string ? { type: A; params: P } : A

/**
 * Transition of an `onDone` on a result of these kinds. An action that is given by its name receives
 * the result as its params; an action that is given as an object is left as it is.
 */
export function whenKind<
  R extends Result,
  const K extends R['kind'],
  const A extends Actions,
  const T extends object,
>(
  kinds: K | readonly K[],
  transition: T & { actions: A | readonly A[] },
): Omit<T, 'actions'> & {
  guard: (args: Done<R>) => boolean
  actions: WithParams<A, (args: Done<R>) => Extract<R, { kind: K }>>[]
} {
  const params = ({ event }: Done<R>) => event.output
  return {
    ...transition,
    guard: isKind<R>(...[kinds].flat()),
    actions: [transition.actions]
      .flat()
      .map((action) => (typeof action === 'string' ? { type: action, params } : action)),
  } as never
}
