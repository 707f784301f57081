import { inFigures } from '#lib/text/format-number.ts'
import { SelectBox } from './SelectBox.tsx'
import type { TableColumn } from './table-column.ts'
import type { RowSelection } from './use-row-selection.ts'

/*
 * Where rows are cards they are no table to a style sheet, and Safari then takes them for none: the
 * roles are said outright.
 */
export const asTable = { role: 'table' }
export const asRowGroup = { role: 'rowgroup' }
export const asRow = { role: 'row' }
export const asCell = { role: 'cell' }
export const asRowHeader = { role: 'rowheader' }
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
