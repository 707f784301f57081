import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  /** Stands for it in the remembered choice, and in the list's order where it can be sorted by. */
  name: string
  label: string
  cell: (row: Row) => ReactNode
  /**
   * Rem. Columns share what is left over in proportion, and where there is less the table scrolls:
   * what stands in them must not move them while rows come and go.
   */
  width: number
  /** Names its row: always shown, and told with each of the row's other cells. */
  heading?: boolean
  sortable?: boolean
  hiddenAtFirst?: boolean
}

export type RowDetails<Row> = {
  nameOf: (row: Row) => string
  content: (row: Row) => ReactNode
}
