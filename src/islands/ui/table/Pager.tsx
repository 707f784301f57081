import { useId } from 'react'
import { inFigures } from '#lib/text/format-number.ts'
import type { AddressQuery, QueryChanges } from '../use-address-query.ts'

const PAGE_SIZES = [50, 100, 200, 500] as const

export function Pager(props: PageLinksProps) {
  const { pageSize, address, anchor } = props
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PageLinks {...props} />
      <div className="flex items-center gap-2">
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          className="input w-auto"
          value={pageSize}
          onChange={(event) =>
            address.go({ ...anchor, page: null, page_size: Number(event.target.value) })
          }
        >
          {[...new Set([...PAGE_SIZES, pageSize])]
            .toSorted((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
        </select>
      </div>
    </div>
  )
}

type PageLinksProps = {
  page: number
  pageSize: number
  count: number
  hasMore?: boolean | undefined
  address: AddressQuery
  /** It goes into the address with every page but the first, to hold the pages still. */
  anchor?: QueryChanges | undefined
  onTurned: () => void
}

export function PageLinks(props: PageLinksProps) {
  const { page, pageSize, count, hasMore, address, anchor, onTurned } = props
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const turn = (text: string, to: number, mark: string) => {
    const { href, onClick } = address.linkWith({ ...anchor, page: to === 1 ? null : to })
    return (
      <a
        href={href}
        rel={mark}
        className="button button-secondary"
        onClick={(event) => {
          onClick(event)
          if (event.defaultPrevented) onTurned()
        }}
      >
        {text}
      </a>
    )
  }
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {page > 1 && turn('Previous', Math.min(page - 1, pages), 'prev')}
      <span>
        Page {inFigures(page)} of {hasMore && 'more than '}
        {inFigures(pages)}
      </span>
      {page < pages && turn('Next', page + 1, 'next')}
    </nav>
  )
}
