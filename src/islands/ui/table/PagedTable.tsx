import { type ReactNode, useRef } from 'react'
import type { Page } from '#lib/api/page.ts'
import { counted } from '#lib/text/format-number.ts'
import type { AddressQuery, QueryChanges } from '../use-address-query.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { parseListPage } from './list-address.ts'
import { Pager } from './Pager.tsx'

type PagedTableProps<Row> = Pick<
  DataTableProps<Row>,
  'name' | 'label' | 'columns' | 'keyOf' | 'details' | 'selection'
> & {
  /** The page that the address asks for; `keepShown` of `at-once.ts` keeps the last in sight. */
  query: Omit<DataTableProps<Row>['query'], 'data'> & { data: Page<Row> | undefined }
  address: AddressQuery
  nouns: readonly [one: string, many: string]
  empty: string
  usualOrder?: string | undefined
  usualSize?: number | undefined
  /** It goes into the address with every page but the first, to hold the pages still. */
  anchor?: QueryChanges | undefined
  toolbar?: ReactNode
}

/**
 * A list that its address pages and orders: how many there are, the table with its states (loading,
 * failed with another try, empty, past the last page) and the pages below it. Filters are the
 * neighbour above it, and change the same address:
 *
 *     const address = useAddressQuery(search)
 *     const query = useQuery(surgeriesQuery(api, address.query))
 *     <PagedTable name="surgeries" label="GP surgeries" words={['surgery', 'surgeries']}
 *       columns={columns} keyOf={({ id }) => id} query={query} address={address}
 *       usualOrder="name" empty="No surgery fits." toolbar={<Button>Add surgery</Button>} />
 *
 * The query picks `page`, `page_size` and `ordering` from the address (`picked` of `list-address.ts`)
 * beside its filters. A change of filters goes back to the first page: `address.go({ …, page: null })`.
 */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { name, label, columns, keyOf, details, query, address, nouns, usualOrder, anchor } = props
  const table = useRef<HTMLElement>(null)
  const { count, more: hasMore } = (query.error ? undefined : query.data) ?? {}
  return (
    <>
      <DataTable
        ref={table}
        name={name}
        label={label}
        columns={columns}
        shown={address.query.toString()}
        query={query}
        keyOf={keyOf}
        details={details}
        selection={props.selection}
        {...(usualOrder && {
          ordering: address.query.get('ordering') ?? usualOrder,
          onOrder: (ordering) => address.go({ ordering, page: null }),
        })}
        empty={
          <p>
            {count
              ? `There are no ${nouns[1]} on this page. Go back to an earlier page.`
              : props.empty}
          </p>
        }
        toolbar={
          <>
            <p role="status" className="font-semibold">
              {count !== undefined && `${hasMore ? 'More than ' : ''}${counted(count, ...nouns)}`}
            </p>
            {props.toolbar}
          </>
        }
      />
      {count !== undefined && count > 0 && (
        <Pager
          {...parseListPage(address.query, props.usualSize)}
          count={count}
          hasMore={hasMore}
          address={address}
          anchor={anchor}
          onTurned={() => table.current?.focus()}
        />
      )}
    </>
  )
}
