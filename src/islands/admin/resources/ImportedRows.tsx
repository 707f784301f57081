import { useState } from 'react'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedLikeness, ImportedRow } from '#lib/contract/admin/import.ts'
import { namedMessage } from '#lib/text/label-text.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'

const outcomes: Record<ImportedRow['outcome'], string> = {
  wrong: 'Has errors',
  similar: 'Possible duplicate',
  created: 'Added',
  changed: 'Changed',
  unchanged: 'Unchanged',
}

type ImportedRowsProps = {
  of: AnyAdminResource
  rows: readonly ImportedRow[]
  confirmed: readonly number[]
  /** It is null once nothing is left to be said. */
  onConfirmed: ((lines: readonly number[], isConfirmed: boolean) => void) | null
}

export function ImportedRows({ of, rows, confirmed, onConfirmed }: ImportedRowsProps) {
  const [shown, setShown] = useState('')
  const results = shown === '' ? rows : rows.filter(({ outcome }) => outcome === shown)
  const similar = rows.filter(({ outcome }) => outcome === 'similar').map(({ line }) => line)
  const areAll = similar.length === confirmed.length
  return (
    <>
      {similar.length > 0 && onConfirmed && (
        <div className="flex flex-col items-start gap-3">
          <p>
            We leave out possible duplicates. If a row is a different {of.name}, tick it. If it is
            the same one, enter the number of the existing record under “Number” in your file.
          </p>
          {similar.length > 1 && (
            <Button look="secondary" onClick={() => onConfirmed(similar, !areAll)}>
              {areAll ? 'Untick' : 'Tick'} all {similar.length} rows
            </Button>
          )}
        </div>
      )}
      <SelectField
        id="import-shown"
        label="Rows shown"
        choices={[
          { value: '', label: 'All' },
          ...Object.entries(outcomes).map(([value, label]) => ({ value, label })),
        ]}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
      />
      <DataTable<ImportedRow>
        name="import"
        label="Rows of the file"
        columns={tableColumns(of, (row) => (
          <WhatAndWhy of={of} row={row} confirmed={confirmed} onConfirmed={onConfirmed} />
        ))}
        query={{ ...arrived, data: { results } }}
        keyOf={({ line }) => line}
        empty={<p>No rows to show.</p>}
      />
    </>
  )
}

const arrived = {
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

const tableColumns = (
  { labels, imports }: AnyAdminResource,
  whatAndWhy: TableColumn<ImportedRow>['cell'],
): TableColumn<ImportedRow>[] => [
  {
    name: 'name',
    label: labels[imports?.key ?? ''] ?? 'Name',
    width: 12,
    heading: true,
    cell: ({ name }) => name,
  },
  { name: 'line', label: 'Line', width: 4, cell: ({ line }) => line },
  { name: 'outcome', label: 'Result', width: 6, cell: ({ outcome }) => outcomes[outcome] },
  { name: 'why', label: 'Details', width: 20, cell: whatAndWhy },
]

type WhatAndWhyProps = Omit<ImportedRowsProps, 'rows'> & { row: ImportedRow }

function WhatAndWhy({ of, row, confirmed, onConfirmed }: WhatAndWhyProps) {
  const { line, name, outcome, changes, problems, similar } = row
  const lines = [
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
    ...problems.map(({ label, message }) => namedMessage(label, message)),
    ...similar.map(formatLikeness),
  ]
  return (
    <>
      {lines.length > 0 && (
        <ul className="wrap-anywhere">
          {lines.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {outcome === 'similar' && onConfirmed && (
        <label className="choice">
          <input
            type="checkbox"
            checked={confirmed.includes(line)}
            onChange={({ target }) => onConfirmed([line], target.checked)}
          />
          <span>
            Add as a different {of.name}
            <span className="visually-hidden">
              , line {line}, {name}
            </span>
          </span>
        </label>
      )}
    </>
  )
}

const formatLikeness = ({ id, line, name, reasons }: ImportedLikeness) =>
  `Looks like ${name} (${id === null ? `line ${line}` : `number ${id}`}): ${reasons.join(', ')}`
