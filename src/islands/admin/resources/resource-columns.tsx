import type { ReactNode } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { inPounds } from '#lib/text/format-money.ts'
import { Email } from '../../ui/Email.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'
import {
  type AdminScreen,
  type ScreenField,
  screenFieldLabel,
  screenFields,
} from './admin-screen.ts'
import { choiceLabel } from './field-kinds.ts'

export function resourceColumns(
  screen: AdminScreen,
  clinic: { timeZone: string },
  onOpen: ((id: number) => void) | null,
): TableColumn<AdminRecord>[] {
  const { of, columns, pageOf } = screen
  return columns.map(({ field, label, width, hiddenAtFirst = false, cell }, place) => {
    const formField = screenFields(screen).find((one) => one.field === field)
    const content = (record: AdminRecord) =>
      cell ? cell(record, clinic) : formatCell(record[field], formField)
    const isHeading = place === 0
    return {
      name: field,
      label: label ?? screenFieldLabel(screen, field),
      width,
      heading: isHeading,
      sortable: of.orderable.includes(field),
      hiddenAtFirst,
      cell: (record) => {
        if (isHeading && pageOf) {
          return (
            <a className="cell-link" href={pageOf(record)}>
              {content(record)}
              <span className="visually-hidden">: open {String(record[of.namedBy])}</span>
            </a>
          )
        }
        if (!isHeading || !onOpen) return content(record)
        return (
          <button
            type="button"
            className="cell-link cursor-pointer text-left"
            onClick={() => onOpen(record.id)}
          >
            {content(record)}
            <span className="visually-hidden">: change {String(record[of.namedBy])}</span>
          </button>
        )
      },
    }
  })
}

function formatCell(value: unknown, formField: ScreenField | undefined): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    return formatNames(value.map((one) => choiceLabel(formField?.choices, one) ?? one))
  }
  if (formField?.kind === 'money' && typeof value === 'string') return inPounds(value)
  if (formField?.kind === 'email' && typeof value === 'string') return <Email address={value} />
  const chosen = formField?.choices && choiceLabel(formField.choices, value)
  return chosen ?? (value === null || value === undefined ? '' : String(value))
}

const NAMED = 3

function formatNames(names: readonly unknown[]): string {
  const others = names.length - NAMED
  // One name is no longer than saying that there is one more.
  if (others <= 1) return names.join(', ')
  return `${names.slice(0, NAMED).join(', ')} and ${others} others`
}
