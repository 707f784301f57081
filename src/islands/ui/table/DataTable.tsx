import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { QueryStatus } from '../feedback/QueryStatus.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { TableBody } from './TableBody.tsx'
import { asTable, TableHead } from './TableHead.tsx'
import { narrowestWidth, type RowDetails, type TableColumn } from './table-column.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'
import type { RowSelection } from './use-row-selection.ts'
import { useVisibleColumns } from './use-visible-columns.ts'
import './data-table.css'

type ListQuery<Row> = {
  data: { results: readonly Row[] } | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

declare module 'react' {
  interface CSSProperties {
    '--table-width'?: string
  }
}

const DETAILS_WIDTH = 7.5
const SELECT_WIDTH = 3

export type DataTableProps<Row> = {
  name: string
  label: string
  columns: readonly TableColumn<Row>[]
  query: ListQuery<Row>
  /** Which page of which list it is: another one is read from its top. */
  shown?: string
  keyOf: (row: Row) => string | number
  empty: ReactNode
  ordering?: string
  onOrder?: (ordering: string) => void
  details?: RowDetails<Row> | undefined
  selection?: RowSelection<Row> | undefined
  toolbar?: ReactNode
  ref?: Ref<HTMLElement>
}

/**
 * Its head stays in sight, people choose its columns, long pages draw only the rows in sight, and
 * on a small screen each row is a card. Filters and pages are its neighbours':
 * `use-address-query.ts`, `PagedTable.tsx`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, query, empty, ordering, onOrder, selection, ref } = props
  const { visible, isVisible, show } = useVisibleColumns(name, columns)
  const frame = useRef<HTMLElement>(null)
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => frame.current, [])
  const rows = query.error ? undefined : query.data?.results
  const hidden = useHiddenColumns(frame)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changes leaves the list where it is
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = 0
  }, [props.shown, query.isPlaceholderData])

  const hasFailed = Boolean(query.error)
  const hadFailed = useRef(hasFailed)
  useEffect(() => {
    if (hadFailed.current && !hasFailed && document.activeElement === document.body) {
      frame.current?.focus()
    }
    hadFailed.current = hasFailed
  }, [hasFailed])

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {props.toolbar}
        {rows && rows.length > 0 && (
          <ColumnChoice columns={columns} isVisible={isVisible} onShow={show} />
        )}
      </div>
      {(hidden.before || hidden.after) && (
        <p className="hint">Scroll the table sideways to see all columns.</p>
      )}
      <div
        className="table-edges"
        data-hidden-before={hidden.before || undefined}
        data-hidden-after={hidden.after || undefined}
      >
        <section
          ref={frame}
          aria-label={label}
          aria-busy={query.isPlaceholderData}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
          tabIndex={0}
          className={rows && rows.length > 0 ? 'table-frame' : undefined}
        >
          {!rows ? (
            <QueryStatus query={query} what="this list" loading={`Loading: ${label}`} />
          ) : rows.length === 0 ? (
            <div className="card">{empty}</div>
          ) : (
            <table
              {...asTable}
              className="list-table"
              style={{ '--table-width': `${findNarrowest(visible, props)}rem` }}
              aria-rowcount={rows.length + 1}
            >
              <caption className="visually-hidden">{label}</caption>
              <colgroup>
                {selection && (
                  <col className="select-cell" style={{ width: `${SELECT_WIDTH}rem` }} />
                )}
                {visible.map((column) => (
                  <col key={column.name} style={{ width: `${narrowestWidth(column)}rem` }} />
                ))}
                {props.details && <col style={{ width: `${DETAILS_WIDTH}rem` }} />}
              </colgroup>
              <TableHead
                columns={visible}
                ordering={ordering}
                onOrder={onOrder}
                hasDetails={props.details !== undefined}
                selection={selection}
                rows={rows}
              />
              <TableBody {...props} columns={visible} rows={rows} frame={frame} />
            </table>
          )}
        </section>
      </div>
    </div>
  )
}

function findNarrowest<Row>(
  columns: readonly TableColumn<Row>[],
  { details, selection }: Pick<DataTableProps<Row>, 'details' | 'selection'>,
) {
  const widths = columns.map(narrowestWidth)
  const beside = (details ? DETAILS_WIDTH : 0) + (selection ? SELECT_WIDTH : 0)
  return widths.reduce((sum, width) => sum + width, beside)
}
