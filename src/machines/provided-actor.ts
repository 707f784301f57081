import {
  type AnyStateMachine,
  fromPromise,
  type InputFrom,
  type NonReducibleUnknown,
  type OutputFrom,
} from 'xstate'

export const providedActor = <Result, Input extends NonReducibleUnknown = undefined>() =>
  fromPromise<Result, Input>(() => Promise.reject(new Error('This actor was not provided')))

type ProvidedActors<M extends AnyStateMachine> = NonNullable<Parameters<M['provide']>[0]['actors']>

export type ActorResults<M extends AnyStateMachine> = {
  [Name in keyof ProvidedActors<M>]-?: OutputFrom<NonNullable<ProvidedActors<M>[Name]>>
}

export type ActorInputs<M extends AnyStateMachine> = {
  [Name in keyof ProvidedActors<M>]-?: InputFrom<NonNullable<ProvidedActors<M>[Name]>>
}
