import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { asRowGroup } from './TableHead.tsx'
import { type DrawnRow, TableRow } from './TableRow.tsx'
import type { RowDetails, TableColumn } from './table-column.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { RowSelection } from './use-row-selection.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

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
