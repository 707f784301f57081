import { useState } from 'react'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedRow } from '#lib/contract/admin/import.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import type { Column } from '../../ui/table-column.ts'

const outcomes: Record<ImportedRow['outcome'], string> = {
  wrong: 'Wrong',
  created: 'Added',
  changed: 'Changed',
  unchanged: 'As it is',
}

/** What becomes of each row of a file. */
export function ImportedRows({ of, rows }: { of: AnyAdminResource; rows: readonly ImportedRow[] }) {
  const [shown, setShown] = useState('')
  const results = shown === '' ? rows : rows.filter(({ outcome }) => outcome === shown)
  return (
    <>
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
        columns={columnsOf(of)}
        query={{ ...arrived, data: { results } }}
        keyOf={({ line }) => line}
        empty={<p>There are no such rows.</p>}
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

const columnsOf = (of: AnyAdminResource): Column<ImportedRow>[] => [
  {
    name: 'name',
    label: of.labels[of.imports?.key ?? ''] ?? 'Name',
    width: 12,
    heading: true,
    cell: ({ name }) => name,
  },
  { name: 'line', label: 'Line', width: 4, cell: ({ line }) => line },
  { name: 'outcome', label: 'Becomes', width: 6, cell: ({ outcome }) => outcomes[outcome] },
  { name: 'why', label: 'What, and why', width: 20, cell: whatAndWhy },
]

function whatAndWhy({ changes, problems }: ImportedRow) {
  const lines = [
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
    ...problems.map(({ label, message }) => `${label}: ${message}`),
  ]
  return (
    <ul className="wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
