import { fromPromise, type NonReducibleUnknown } from 'xstate'

export const providedActor = <Result, Input extends NonReducibleUnknown = undefined>() =>
  fromPromise<Result, Input>(() => Promise.reject(new Error('This actor was not provided')))
