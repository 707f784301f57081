import type { Column } from './table-column.ts'

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
  columns: readonly Column<Row>[]
  ordering: string | undefined
  onOrder: ((ordering: string) => void) | undefined
  hasDetails: boolean
}

/** The head of a table. Pressing a column that can be sorted by sorts, pressing again turns round. */
export function TableHead<Row>({ columns, ordering, onOrder, hasDetails }: TableHeadProps<Row>) {
  return (
    <thead {...asRowGroup}>
      <tr {...asRow} aria-rowindex={1}>
        {columns.map((column) => {
          const { name, label, sortable } = column
          const attributes = { ...asColumnHeader, 'data-heading': column.heading || undefined }
          const direction = directionOf(name, ordering)
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

function directionOf(name: string, ordering: string | undefined) {
  const [first = ''] = (ordering ?? '').split(',')
  if (first === name) return 'ascending'
  return first === `-${name}` ? 'descending' : 'none'
}
