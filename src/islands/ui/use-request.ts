import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise, matchesState } from 'xstate'
import type { RequestMachine } from '#machines/request.ts'

const UNANSWERED = { kind: 'unanswered' } as const

/**
 * Runs a request machine.
 * @param send answers what is expected as a result and throws where nobody knows whether the
 *   request was done.
 */
export function useRequest<Input, R extends { kind: string }>(
  machine: RequestMachine<Input, R>,
  send: (input: Input, signal: AbortSignal) => Promise<R>,
) {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  const [provided] = useState(() =>
    machine.provide({
      actors: {
        sendRequest: fromPromise<R, Input>(({ input, signal }) => latest.current(input, signal)),
      },
    } as never),
  )
  const [snapshot, dispatch] = useMachine(provided)
  const { input, result } = snapshot.context
  const isUnanswered = matchesState({ ready: 'unanswered' }, snapshot.value)
  const [{ submit, reset }] = useState(() => ({
    submit: (sent: Input) => dispatch({ type: 'request.submitted', input: sent }),
    reset: () => dispatch({ type: 'request.reset' }),
  }))
  return {
    sending: input,
    answer: isUnanswered ? UNANSWERED : (result as R | null),
    submit,
    reset,
  }
}
