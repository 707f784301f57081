import type { RequestEvent } from '#machines/request.ts'
import type { Kinds } from './event-catalogue.ts'

type Events<Input> = {
  [T in RequestEvent<Input>['type']]: readonly Extract<RequestEvent<Input>, { type: T }>[]
}

/** Everything that can happen to a use of the request machine: what is sent, and each answer. */
export function requestCatalogue<Input, R extends { kind: string }>(
  inputs: readonly [Input, ...Input[]],
  results: Kinds<R>,
) {
  const submitted = inputs.map((input) => ({ type: 'request.submitted', input }) as const)
  return {
    events: {
      'request.submitted': submitted,
      'request.reset': [{ type: 'request.reset' }],
    } satisfies Events<Input>,
    results: { sendRequest: results },
    delays: {},
  }
}
