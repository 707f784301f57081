import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { Page } from '#lib/api/page.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { parseListPage } from '../ui/table/list-address.ts'
import { Pager } from '../ui/table/Pager.tsx'
import type { AddressQuery } from '../ui/use-address-query.ts'

type LiveListProps<Each> = {
  ref: RefObject<HTMLElement | null>
  label: string
  what: string
  loadingLabel: string
  query: UseQueryResult<Page<Each>>
  /** It says whether changes by others arrive by themselves. */
  isHeard: boolean
  address: AddressQuery
  pageSize: number
  problem: ReactNode
  formatCount: (count: number) => string
  children: (each: Each) => ReactNode
}

export function LiveList<Each>(props: LiveListProps<Each>) {
  const { ref, query, address, pageSize } = props
  const found = query.error ? undefined : query.data
  return (
    <>
      {!props.isHeard && (
        <p role="status" className="banner banner-warn">
          We cannot show changes by other people at the moment. Reload the page to see them.
        </p>
      )}
      <section
        ref={ref}
        tabIndex={-1}
        aria-label={props.label}
        aria-busy={query.isPlaceholderData}
        className="flex flex-col gap-4"
      >
        {props.problem}
        {!found ? (
          <QueryStatus query={query} what={props.what} loading={props.loadingLabel} />
        ) : (
          <p role="status" className="font-semibold">
            {props.formatCount(found.count)}
          </p>
        )}
        {found && found.count > 0 && found.results.length === 0 && (
          <p>There is nothing on this page. Go back to an earlier one.</p>
        )}
        <ul className="flex flex-col gap-4">{found?.results.map(props.children)}</ul>
      </section>
      {found && found.count > 0 && (
        <Pager
          {...parseListPage(address.query, pageSize)}
          count={found.count}
          address={address}
          onTurned={() => ref.current?.focus()}
        />
      )}
    </>
  )
}
