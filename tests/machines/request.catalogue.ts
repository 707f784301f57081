import type { AnyStateMachine } from 'xstate'
import type { ActorInputs, ActorResults } from '#machines/provided-actor.ts'
import type { RequestEvent } from '#machines/request.ts'
import type { Kinds } from './event-catalogue.ts'

type Input<M extends AnyStateMachine> = ActorInputs<M>['sendRequest']

type Events<Input> = {
  [T in RequestEvent<Input>['type']]: readonly Extract<RequestEvent<Input>, { type: T }>[]
}

/** Everything that can happen to a use of the request machine: what is sent, and each answer. */
export function requestCatalogue<M extends AnyStateMachine>(
  inputs: readonly [Input<M>, ...Input<M>[]],
  results: Kinds<ActorResults<M>['sendRequest'] & { kind: string }>,
) {
  const submitted = inputs.map((input) => ({ type: 'request.submitted', input }) as const)
  return {
    events: {
      'request.submitted': submitted,
      'request.reset': [{ type: 'request.reset' }],
    } satisfies Events<Input<M>>,
    results: { sendRequest: results },
    delays: {},
  }
}
