import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { inFigures } from '#lib/text/format-number.ts'
import { SelectBox } from './SelectBox.tsx'
import type { RowDetails, TableColumn } from './table-column.ts'
import type { RowSelection } from './use-row-selection.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

const CONTROLS = ':is(a[href], button, input[type="checkbox"]):not(:disabled)'

type Place = { row: number; cell: number; control: number }

/**
 * Moves the focus from row to row by the arrow keys up and down, Home and End, to the same control
 * where that row has it. Each control stays a stop of the Tab key: the table stays a table, which
 * screen readers read by keys of their own, and is no grid.
 * @param body the rows, each with its `aria-rowindex`: 2 for the first.
 * @param count of rows, from 0.
 * @returns what the body does with its keys, and a row to draw, because the focus is to come there.
 */
function useRowKeys(body: RefObject<HTMLElement | null>, count: number) {
  const [target, setTarget] = useState<Place | null>(null)
  useEffect(() => {
    if (!target) return
    controlAt(body.current, target)?.focus()
    setTarget(null)
  }, [body, target])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = findCellPosition(event.target as HTMLElement)
    const row = from && rowFor(event.key, from.row, count)
    if (!from || row === undefined || row === from.row) return
    event.preventDefault()
    setTarget({ ...from, row })
  }
  return { onKeyDown, requestedRow: target?.row ?? null }
}

function rowFor(key: string, row: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(row + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(row - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const findControls = (part: Element | null | undefined) => [
  ...(part?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
]

/** Is undefined for what has keys of its own, and for what stands below a row. */
function findCellPosition(target: HTMLElement): Place | undefined {
  const cell = target.closest<HTMLTableCellElement>('td, th')
  const row = cell?.closest('tr[aria-rowindex]')
  if (!cell || !row || !target.matches(CONTROLS)) return undefined
  const control = findControls(cell).indexOf(target)
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, cell: cell.cellIndex, control }
}

function controlAt(body: HTMLElement | null, { row, cell, control }: Place) {
  const line = body?.querySelector<HTMLTableRowElement>(`tr[aria-rowindex="${row + 2}"]`)
  const same = findControls(line?.cells[cell])
  return same[control] ?? same.at(-1) ?? findControls(line).at(0)
}

const MOST_DRAWN = 100

type TableBodyProps<Row> = {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  details?: RowDetails<Row> | undefined
  selection?: RowSelection<Row> | undefined
  frame: RefObject<HTMLElement | null>
}

export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, rows, keyOf, details, selection, frame } = props
  const id = useId()
  const [opened, setOpened] = useState<ReadonlySet<string | number>>(new Set())
  const Virtual = useVirtualRows(rows.length > MOST_DRAWN)
  const body = useRef<HTMLTableSectionElement>(null)
  const { onKeyDown, requestedRow } = useRowKeys(body, rows.length)

  const toggle = (key: string | number) => {
    const changed = new Set(opened)
    if (!changed.delete(key)) changed.add(key)
    setOpened(changed)
  }
  const selectedLast = useRef<string | number | null>(null)
  const select = (row: Row, isSelected: boolean, isRange: boolean) => {
    const [here, last] = [keyOf(row), selectedLast.current]
    const places = [here, isRange ? (last ?? here) : here].map((key) =>
      rows.findIndex((one) => keyOf(one) === key),
    )
    const ends = places.includes(-1) ? places.slice(0, 1) : places
    selection?.onSelect(rows.slice(Math.min(...ends), Math.max(...ends) + 1), isSelected)
    selectedLast.current = here
  }
  const drawn = rows.flatMap((row, index): DrawnRow<Row>[] => {
    const key = keyOf(row)
    const isOpen = details !== undefined && opened.has(key)
    const shown = { kind: 'row', key, row, index, isOpen } as const
    return isOpen ? [shown, { kind: 'details', key: `${key} details`, row, index }] : [shown]
  })
  const draw = (place: number, attributes: object) => {
    const item = drawn[place]
    return (
      item && (
        <TableRow
          key={item.key}
          item={item}
          columns={columns}
          details={details}
          selection={selection}
          onSelect={select}
          idPrefix={id}
          onToggle={() => toggle(item.key)}
          attributes={attributes}
        />
      )
    )
  }
  return (
    <tbody {...asRowGroup} ref={body} onKeyDown={onKeyDown}>
      {Virtual ? (
        <Virtual
          count={drawn.length}
          keyOf={(place) => drawn[place]?.key ?? place}
          draw={draw}
          frame={frame}
          targetRow={drawn.findIndex(({ kind, index }) => kind === 'row' && index === requestedRow)}
        />
      ) : (
        drawn.map((_, place) => draw(place, {}))
      )}
    </tbody>
  )
}

/** Fetched with the first long page. Until it is there, or should it not come, every row is drawn. */
function useVirtualRows(isWanted: boolean): ComponentType<VirtualRowsProps> | null {
  const [part, setPart] = useState<ComponentType<VirtualRowsProps> | null>(null)
  useEffect(() => {
    if (!isWanted) return
    import('./VirtualRows.tsx').then(
      ({ VirtualRows }) => setPart(() => VirtualRows),
      () => undefined,
    )
  }, [isWanted])
  return isWanted ? part : null
}

type DrawnRow<Row> = {
  key: string | number
  row: Row
  index: number
} & ({ kind: 'row'; isOpen: boolean } | { kind: 'details' })

type TableRowProps<Row> = {
  item: DrawnRow<Row>
  columns: readonly TableColumn<Row>[]
  details: RowDetails<Row> | undefined
  selection: RowSelection<Row> | undefined
  onSelect: (row: Row, isSelected: boolean, isRange: boolean) => void
  idPrefix: string
  onToggle: () => void
  attributes: object
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { item, columns, details, selection, onSelect, idPrefix, onToggle, attributes } = props
  const { row, index } = item
  const detailsId = `${idPrefix}-${index}`
  if (item.kind === 'details') {
    return (
      <tr {...asRow} {...attributes} id={detailsId} className="details-row">
        <td {...asCell} colSpan={columns.length + (selection ? 2 : 1)}>
          {details?.content(row)}
        </td>
      </tr>
    )
  }
  return (
    <tr
      {...asRow}
      {...attributes}
      aria-rowindex={index + 2}
      data-selected={selection?.isSelected(row) || undefined}
    >
      {selection && (
        <td {...asCell} className="select-cell">
          <SelectBox
            checked={selection.isSelected(row)}
            onChange={(isSelected, isRange) => onSelect(row, isSelected, isRange)}
          >
            Select <span className="visually-hidden">{selection.nameOf(row)}</span>
          </SelectBox>
        </td>
      )}
      {columns.map(({ name, label, cell, heading }) =>
        heading ? (
          <th key={name} scope="row" {...asRowHeader} data-label={label}>
            {cell(row)}
          </th>
        ) : (
          <td key={name} {...asCell} data-label={label}>
            {cell(row)}
          </td>
        ),
      )}
      {details && (
        <td {...asCell} className="details-cell">
          <button
            type="button"
            className="details-button"
            aria-expanded={item.isOpen}
            aria-controls={item.isOpen ? detailsId : undefined}
            onClick={onToggle}
          >
            Details <span className="visually-hidden">of {details.nameOf(row)}</span>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m5 7.5 5 5 5-5" />
            </svg>
          </button>
        </td>
      )}
    </tr>
  )
}
const asRowGroup = { role: 'rowgroup' }
const asRow = { role: 'row' }
const asCell = { role: 'cell' }
const asRowHeader = { role: 'rowheader' }
const asColumnHeader = { role: 'columnheader' }

type TableHeadProps<Row> = {
  columns: readonly TableColumn<Row>[]
  ordering: string | undefined
  onOrder: ((ordering: string) => void) | undefined
  hasDetails: boolean
  selection: RowSelection<Row> | undefined
  rows: readonly Row[]
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, ordering, onOrder, hasDetails, selection, rows } = props
  return (
    <thead {...asRowGroup}>
      <tr {...asRow} aria-rowindex={1}>
        {selection && <SelectAll {...selection} rows={rows} />}
        {columns.map((column) => {
          const { name, label, sortable } = column
          const attributes = { ...asColumnHeader, 'data-heading': column.heading || undefined }
          const direction = findDirection(name, ordering)
          if (!sortable || !onOrder) {
            return (
              <th key={name} scope="col" {...attributes}>
                {label}
              </th>
            )
          }
          return (
            <th key={name} scope="col" {...attributes} aria-sort={direction} data-sortable>
              <button
                type="button"
                className="sort-button"
                onClick={() => onOrder(direction === 'ascending' ? `-${name}` : name)}
              >
                {label}
                <svg viewBox="0 0 12 16" aria-hidden="true" data-direction={direction}>
                  <path d="M6 1 10.5 6.5h-9zM6 15 1.5 9.5h9z" />
                </svg>
              </button>
            </th>
          )
        })}
        {hasDetails && (
          <th scope="col" {...asColumnHeader}>
            <span className="visually-hidden">Details</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SelectAll<Row>({
  isSelected,
  onSelect,
  rows,
}: RowSelection<Row> & { rows: readonly Row[] }) {
  const selected = rows.filter(isSelected).length
  const isAll = selected === rows.length
  return (
    <th scope="col" {...asColumnHeader} className="select-cell">
      <SelectBox
        checked={isAll}
        isPartly={selected > 0 && !isAll}
        onChange={(isWanted) => onSelect(rows, isWanted)}
      >
        Select all {inFigures(rows.length)} on this page
      </SelectBox>
    </th>
  )
}

function findDirection(name: string, ordering: string | undefined) {
  const [first = ''] = (ordering ?? '').split(',')
  if (first === name) return 'ascending'
  return first === `-${name}` ? 'descending' : 'none'
}
