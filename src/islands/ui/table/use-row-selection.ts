import { useState } from 'react'

export type RowSelection<Row> = {
  nameOf: (row: Row) => string
  isSelected: (row: Row) => boolean
  onSelect: (rows: readonly Row[], isSelected: boolean) => void
}

type Selected<Row> = { list: string; rows: ReadonlyMap<number, Row> }

/**
 * The rows stay selected on whichever page, each as it was last in sight.
 * @param list what narrows the list: another one starts without any.
 * @param shown the rows in sight; undefined until they are there.
 */
export function useRowSelection<Row extends { id: number }>(
  list: string,
  shown: readonly Row[] | undefined,
) {
  const [selected, setSelected] = useState<Selected<Row>>({ list, rows: new Map() })
  const isOther = selected.list !== list
  const rows: Selected<Row>['rows'] = isOther ? new Map() : selected.rows
  const renewed = (shown ?? []).filter((row) => rows.has(row.id) && rows.get(row.id) !== row)
  if (isOther || renewed.length > 0) {
    setSelected({ list, rows: new Map([...rows, ...renewed.map((row) => [row.id, row] as const)]) })
  }
  return {
    rows: [...rows.values()],
    isSelected: ({ id }: Row) => rows.has(id),
    onSelect: (changed: readonly Row[], isSelected: boolean) =>
      setSelected((before) => {
        const after = new Map(before.rows)
        for (const row of changed) {
          if (isSelected) after.set(row.id, row)
          else after.delete(row.id)
        }
        return { ...before, rows: after }
      }),
  }
}
