import { useId } from 'react'
import { PageLinks, type PageLinksProps } from './PageLinks.tsx'

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
