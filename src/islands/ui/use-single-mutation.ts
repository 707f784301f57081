import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Single<Result, Variables> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & { mutate: (variables: Variables) => void }
  : never

/**
 * A second press does not send it again while the first is under way. `isPending` is no guard
 * against a double click: it is rendered too late for that.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): Single<UseMutationResult<Data, Error, Variables>, Variables> {
  const mutation = useMutation(options)
  const { mutate } = mutation
  const isUnderWay = useRef(false)
  const mutateOnce = useCallback(
    (variables: Variables) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(variables, {
        onSettled: () => {
          isUnderWay.current = false
        },
      })
    },
    [mutate],
  )
  const { mutateAsync: _, ...single } = { ...mutation, mutate: mutateOnce }
  return single
}
