import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  /** Stands for it in the remembered choice, and in the list's order where it can be sorted by. */
  name: string
  label: string
  cell: (row: Row) => ReactNode
  /**
   * Rem. Columns share what is left over in proportion. Where there is less they shrink as
   * far as `narrowestWidth`, and then the table scrolls: what stands in them must not move them
   * while rows come and go.
   */
  width: number
  /** It names its row: it is always shown, and told with each of the row's other cells. */
  heading?: boolean
  sortable?: boolean
  hiddenAtFirst?: boolean
}

export type RowDetails<Row> = {
  nameOf: (row: Row) => string
  content: (row: Row) => ReactNode
}

const SHRUNK = 0.8
const LETTER = 0.67
const PADDING = 1
const ARROWS = 1.125

/** Rem. The words of its label are not broken, and would cover the label beside them. */
export function narrowestWidth({ label, width, sortable }: Omit<TableColumn<never>, 'cell'>) {
  const longestWord = Math.max(...label.split(' ').map(({ length }) => length))
  const labelWidth = longestWord * LETTER + PADDING + (sortable ? ARROWS : 0)
  return Math.max(width * SHRUNK, labelWidth)
}
