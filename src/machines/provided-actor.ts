import {
  type AnyStateMachine,
  fromPromise,
  type InputFrom,
  type NonReducibleUnknown,
  type OutputFrom,
} from 'xstate'

export const providedActor = <Result, Input extends NonReducibleUnknown = undefined>() =>
  fromPromise<Result, Input>(() => Promise.reject(new Error('This actor was not provided')))

/** The actors of a machine, by their names. */
type Actors<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>

/** What a machine's actor of this name answers. */
export type ActorResult<
  Machine extends AnyStateMachine,
  Name extends keyof Actors<Machine>,
> = OutputFrom<Actors<Machine>[Name]>

/** What a machine gives its actor of this name. */
export type ActorInput<
  Machine extends AnyStateMachine,
  Name extends keyof Actors<Machine>,
> = InputFrom<Actors<Machine>[Name]>

export type ActorResults<Machine extends AnyStateMachine> = {
  [Name in keyof Actors<Machine>]: ActorResult<Machine, Name>
}
