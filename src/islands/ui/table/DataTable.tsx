import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { FoldButton } from '../FoldButton.tsx'
import { QueryStatus } from '../feedback/QueryStatus.tsx'
import { TableBody, TableHead } from './TableBody.tsx'
import { narrowestWidth, type RowDetails, type TableColumn } from './table-column.ts'
import type { RowSelection } from './use-row-selection.ts'
import './data-table.css'

/*
 * Where rows are cards they are no table to a style sheet, and Safari then takes them for none: the
 * roles are said outright.
 */
const asTable = { role: 'table' }

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

/** On which sides a table goes on beyond its frame. Scroll bars that hide themselves do not say so. */
function useHiddenColumns(frame: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      // A pixel to spare, since positions may be fractions of one.
      const before = scrollLeft > 1
      const after = scrollWidth - clientWidth - scrollLeft > 1
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      element.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  })

  return hidden
}

type ColumnChoiceProps<Row> = {
  columns: readonly TableColumn<Row>[]
  isVisible: (column: TableColumn<Row>) => boolean
  onShow: (column: TableColumn<Row>, isShown: boolean) => void
}

function ColumnChoice<Row>({ columns, isVisible, onShow }: ColumnChoiceProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <>
      <FoldButton
        look="quiet"
        small
        isOpen={isOpen}
        controls={panel}
        onToggle={() => setOpen(!isOpen)}
      >
        Columns
      </FoldButton>
      <fieldset id={panel} hidden={!isOpen} className="column-choices">
        <legend className="visually-hidden">Columns to show</legend>
        {columns
          .filter(({ heading }) => !heading)
          .map((column) => (
            <label key={column.name} className="choice">
              <input
                type="checkbox"
                checked={isVisible(column)}
                onChange={(event) => onShow(column, event.target.checked)}
              />
              {column.label}
            </label>
          ))}
      </fieldset>
    </>
  )
}

/**
 * Which columns of a table are shown, remembered in this browser's local storage under
 * `carelane.columns.` and the table's name, as JSON: the columns that
 * somebody showed (true) or hid (false). Other columns, later ones too, are as the table has them.
 */
function useVisibleColumns<Row>(table: string, columns: readonly TableColumn<Row>[]) {
  const key = `carelane.columns.${table}`
  const text = useSyncExternalStore(
    subscribe,
    useCallback(() => stored(key), [key]),
    () => null,
  )
  const chosen = choicesIn(text)
  const isVisible = ({ name, heading, hiddenAtFirst }: TableColumn<Row>) =>
    heading || (chosen[name] ?? !hiddenAtFirst)
  return {
    visible: columns.filter(isVisible),
    isVisible,
    show: (column: TableColumn<Row>, isShown: boolean) =>
      store(key, JSON.stringify({ ...chosen, [column.name]: isShown })),
  }
}

/** Where the browser keeps nothing, a choice lasts as long as the page. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null
  } catch {
    return unkept.get(key) ?? null
  }
}

function store(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    unkept.set(key, text)
  }
  for (const listener of listeners) listener()
}

function choicesIn(text: string | null): Partial<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter(([, shown]) => typeof shown === 'boolean'))
  } catch {
    return {}
  }
}
