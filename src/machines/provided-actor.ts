import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** Declares an actor that whoever runs the machine must hand in with `.provide`. */
export const providedActor = <Result, Input extends NonReducibleUnknown = undefined>() =>
  fromPromise<Result, Input>(() => Promise.reject(new Error('This actor was not provided')))
