import { useId } from 'react'
import type { AddressQuery, QueryChanges } from './use-address-query.ts'

const PAGE_SIZES = [50, 100, 200, 500] as const

type PagerProps = {
  /** From 1. */
  page: number
  pageSize: number
  count: number
  address: AddressQuery
  /** Goes into the address with every page but the first, to hold the pages still. */
  anchor?: QueryChanges
  /** When another page has been asked for, so that the focus can go to the list. */
  onTurned: () => void
}

/** Turns the pages of a list, which its address says. */
export function Pager({ page, pageSize, count, address, anchor = {}, onTurned }: PagerProps) {
  const id = useId()
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
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {page > 1 && turn('Previous', Math.min(page - 1, pages), 'prev')}
        <span>
          Page {page} of {pages}
        </span>
        {page < pages && turn('Next', page + 1, 'next')}
      </nav>
      <div className="flex items-center gap-2">
        <label htmlFor={id}>Lines on a page</label>
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
