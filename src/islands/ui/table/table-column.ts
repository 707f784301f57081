import type { ReactNode } from 'react'

/** One column of a `DataTable`. */
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
  /** The API can order the list by this field. */
  sortable?: boolean
  /** Offered, but not shown until somebody asks for it. */
  hiddenAtFirst?: boolean
}

/** What is told about a row below it, when somebody asks. */
export type RowDetails<Row> = {
  /** Follows "Details of". */
  nameOf: (row: Row) => string
  content: (row: Row) => ReactNode
}
