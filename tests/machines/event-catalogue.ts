import type { AnyStateMachine, EventFromLogic } from 'xstate'
import type { ActorResults } from '#machines/provided-actor.ts'

/**
 * One description of everything that can happen to a machine, shared by the paths through the
 * machine and the paths through the screens. A new event or a new kind of result does not compile
 * until it stands here.
 */
type AtLeastOne<T> = readonly [T, ...T[]]
export type Kinds<R extends { kind: string }> = {
  [K in R['kind']]: AtLeastOne<Extract<R, { kind: K }>>
}

export type Catalogue<Event extends { type: string }, Results> = {
  events: { [T in Event['type']]: AtLeastOne<Extract<Event, { type: T }>> }
  results: {
    [A in keyof Results]: [Results[A]] extends [{ kind: string }]
      ? Kinds<Results[A]>
      : { done: AtLeastOne<Results[A]> }
  }
  /** The named delays by the state that waits. */
  delays: Record<string, { name: string; milliseconds: number }>
}

export type MachineCatalogue<M extends AnyStateMachine> = Catalogue<
  EventFromLogic<M>,
  ActorResults<M>
>

export type Happening = { type: string; actorId?: string; output?: unknown; error?: unknown }

const unexpected = new Error('Something nobody expected')

/** Every event of a catalogue as the machine receives it. */
export function happenings(catalogue: {
  events: Record<string, readonly ({ type: string } & Record<string, unknown>)[]>
  results: Record<string, Record<string, readonly unknown[]>>
  delays: Record<string, { name: string }>
}): Happening[] {
  const answers = Object.entries(catalogue.results).flatMap(([actorId, kinds]) => [
    ...Object.values(kinds)
      .flat()
      .map((output) => ({ type: `xstate.done.actor.${actorId}`, actorId, output })),
    { type: `xstate.error.actor.${actorId}`, actorId, error: unexpected },
  ])
  const timers = Object.entries(catalogue.delays).map(([stateId, { name }]) => ({
    type: `xstate.after.${name}.${stateId}`,
  }))
  return [...Object.values(catalogue.events).flat(), ...answers, ...timers]
}
