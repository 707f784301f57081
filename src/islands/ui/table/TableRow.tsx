import { SelectBox } from './SelectBox.tsx'
import { asCell, asRow, asRowHeader } from './TableHead.tsx'
import type { RowDetails, TableColumn } from './table-column.ts'
import type { RowSelection } from './use-row-selection.ts'

export type DrawnRow<Row> = {
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

export function TableRow<Row>(props: TableRowProps<Row>) {
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
