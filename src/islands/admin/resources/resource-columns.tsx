import type { ReactNode } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { Column } from '../../ui/table-column.ts'
import { type AdminScreen, labelOf } from './admin-screen.ts'

/** The columns of a screen; the first one opens its record, for whoever may change it. */
export function resourceColumns(
  screen: AdminScreen,
  clinic: { timeZone: string },
  onOpen: ((id: number) => void) | null,
): Column<AdminRecord>[] {
  const { of, columns } = screen
  return columns.map(({ field, width, hiddenAtFirst = false, cell }, place) => {
    const content = cell ?? (({ [field]: value }) => plain(value))
    const isHeading = place === 0
    return {
      name: field,
      label: labelOf(screen, field),
      width,
      heading: isHeading,
      sortable: of.orderable.includes(field),
      hiddenAtFirst,
      cell: (record) =>
        isHeading && onOpen ? (
          <button
            type="button"
            className="cell-link cursor-pointer text-left"
            onClick={() => onOpen(record.id)}
          >
            {content(record, clinic)}
            <span className="visually-hidden">: change {String(record[of.namedBy])}</span>
          </button>
        ) : (
          content(record, clinic)
        ),
    }
  })
}

function plain(value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null || value === undefined ? '' : String(value)
}
