import { type ReactNode, useId } from 'react'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'

type PartProps<T> = {
  heading: string
  what: string
  query: {
    data: T | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  children: (found: T) => ReactNode
}

/** A part of the dashboard that is loaded by itself: one that fails takes no other with it. */
export function Part<T>({ heading, what, query, children }: PartProps<T>) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      aria-busy={query.isPlaceholderData || undefined}
      className="flex min-w-0 flex-col gap-4"
    >
      <h2 id={id} className="heading-2">
        {heading}
      </h2>
      {query.error || query.data === undefined ? (
        <QueryStatus query={query} what={what} loading={`Loading ${what}`} />
      ) : (
        children(query.data)
      )}
    </section>
  )
}
