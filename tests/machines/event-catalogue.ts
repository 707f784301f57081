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

export type Events<Event extends { type: string }> = {
  [T in Event['type']]: AtLeastOne<Extract<Event, { type: T }>>
}

type Results<Actors> = {
  [A in keyof Actors]: [Actors[A]] extends [{ kind: string }]
    ? Kinds<Actors[A]>
    : { done: AtLeastOne<Actors[A]> }
}

export type Catalogue<Machine extends AnyStateMachine> = {
  events: Events<EventFromLogic<Machine>>
  results: Results<ActorResults<Machine>>
  /** The named delays by the state that waits. */
  delays: Record<string, { name: string; milliseconds: number }>
}

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
