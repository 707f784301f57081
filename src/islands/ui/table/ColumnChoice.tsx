import { useId, useState } from 'react'
import { FoldButton } from '../FoldButton.tsx'
import type { TableColumn } from './table-column.ts'

type ColumnChoiceProps<Row> = {
  columns: readonly TableColumn<Row>[]
  isVisible: (column: TableColumn<Row>) => boolean
  onShow: (column: TableColumn<Row>, isShown: boolean) => void
}

export function ColumnChoice<Row>({ columns, isVisible, onShow }: ColumnChoiceProps<Row>) {
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
