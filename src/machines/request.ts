import { type AnyStateMachine, assign, setup } from 'xstate'
import { whenKind } from './actor-result.ts'
import { type ActorInput, type ActorResult, providedActor } from './provided-actor.ts'

type Result = { kind: string }

/** `input` is set only while it is on its way; `result` until the next request. */
type RequestContext<Input, R> = { input: Input | null; result: R | null }

export type RequestEvent<Input> =
  | { type: 'request.submitted'; input: Input }
  | { type: 'request.reset' }

type Options<R extends Result> = {
  /** After `open` another request can be sent, after `closed` not. */
  answers: Record<R['kind'], 'open' | 'closed'>
  resetIn?: readonly ('sending' | 'unanswered' | R['kind'])[]
}

/** Each kind of answer is a state. `unanswered`: nobody knows whether it was done. */
export function requestMachine<Input, R extends Result>(
  id: string,
  { answers, resetIn = [] }: Options<R>,
) {
  const kinds = Object.keys(answers) as R['kind'][]
  const open = kinds.filter((kind) => answers[kind] === 'open')
  const closed = kinds.filter((kind) => answers[kind] === 'closed')
  const reset = { target: `#${id}.ready.idle`, actions: 'forget' as const }
  const resettableState = (name: (typeof resetIn)[number]) =>
    resetIn.includes(name) ? { on: { 'request.reset': reset } } : {}
  return setup({
    types: { context: {} as RequestContext<Input, R>, events: {} as RequestEvent<Input> },
    actors: { sendRequest: providedActor<R, Input>() },
    actions: {
      storeResult: assign((_, result: R) => ({ input: null, result })),
      forget: assign({ input: null, result: null }),
    },
  }).createMachine({
    id,
    context: { input: null, result: null },
    initial: 'ready',
    states: {
      ready: {
        initial: 'idle',
        on: {
          'request.submitted': {
            target: 'sending',
            actions: assign({ input: ({ event }) => event.input, result: null }),
          },
        },
        states: {
          idle: {},
          unanswered: resettableState('unanswered'),
          ...Object.fromEntries(open.map((kind) => [kind, resettableState(kind)])),
        },
      },
      sending: {
        ...resettableState('sending'),
        invoke: {
          id: 'sendRequest',
          src: 'sendRequest',
          input: ({ context }: { context: RequestContext<Input, R> }) => context.input,
          onDone: kinds.map((kind) =>
            whenKind<R, R['kind'], string, { target: string }>(kind, {
              target: answers[kind] === 'open' ? `ready.${kind}` : kind,
              actions: 'storeResult',
            }),
          ),
          onError: { target: 'ready.unanswered', actions: 'forget' },
        } as never,
      },
      ...Object.fromEntries(closed.map((kind) => [kind, resettableState(kind)])),
    },
  })
}

export type RequestMachine<Input, R extends Result> = ReturnType<typeof requestMachine<Input, R>>

export type RequestResult<Machine extends AnyStateMachine> = ActorResult<Machine, 'sendRequest'>

export type RequestInput<Machine extends AnyStateMachine> = ActorInput<Machine, 'sendRequest'>
