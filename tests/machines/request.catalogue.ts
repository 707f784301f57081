import type { RequestEvent, RequestMachine } from '#machines/request.ts'
import type { Kinds } from './event-catalogue.ts'

type Events<Input> = {
  [T in RequestEvent<Input>['type']]: readonly Extract<RequestEvent<Input>, { type: T }>[]
}

/** Everything that can happen to a use of the request machine: what is sent, and each answer. */
export function requestCatalogue<Machine>(
  inputs: Machine extends RequestMachine<infer Input, infer _>
    ? readonly [Input, ...Input[]]
    : never,
  results: Machine extends RequestMachine<infer _, infer R> ? Kinds<R> : never,
) {
  const submitted = inputs.map((input) => ({ type: 'request.submitted', input }) as const)
  return {
    events: {
      'request.submitted': submitted,
      'request.reset': [{ type: 'request.reset' }],
    } satisfies Events<unknown>,
    results: { sendRequest: results },
    delays: {},
  }
}
