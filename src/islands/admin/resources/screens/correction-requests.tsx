import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import {
  type CorrectionRequestListRow,
  correctionRequestRecords,
} from '#lib/contract/admin/correction-requests.ts'
import type { CorrectionState } from '#lib/contract/correction-requests.ts'
import { requestedChanges } from '../../../people/corrections/requested-changes.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { instantCell } from './instant-cell.ts'

const states: Readonly<Record<CorrectionState, readonly [label: string, look: string]>> = {
  open: ['Not decided', 'tag tag-warn'],
  accepted: ['Corrected', 'tag tag-ok'],
  declined: ['Declined', 'tag'],
  replaced: ['Replaced by a later one', 'tag'],
}

const toRequest = (record: AdminRecord) => record as unknown as CorrectionRequestListRow

export const correctionRequestScreen: AdminScreen = {
  of: correctionRequestRecords,
  lead: 'What patients ask you to correct about their name, date of birth or NHS number. Nothing changes until you decide.',
  columns: [
    { field: 'person_name', width: 14 },
    {
      field: 'first_name',
      label: 'Asked for',
      width: 20,
      cell: (record) => requestedChanges(toRequest(record)).join(', ') || 'See what they say',
    },
    { field: 'note', width: 16 },
    {
      field: 'state',
      width: 10,
      cell: (record) => {
        const [label, look] = states[toRequest(record).state]
        return <span className={look}>{label}</span>
      },
    },
    { field: 'created', width: 13, cell: instantCell('created') },
    { field: 'answer', width: 14, hiddenAtFirst: true },
    { field: 'decided_by_name', width: 12, hiddenAtFirst: true },
  ],
  sections: [],
  filters: [
    {
      name: 'state',
      label: 'State',
      choices: [
        { value: '', label: 'Any' },
        ...Object.entries(states).map(([value, [label]]) => ({ value, label })),
      ],
    },
    { kind: 'period', name: 'created', label: 'Asked' },
  ],
  order: '-created',
  opensWith: () => ({ state: 'open' }),
  pageOf: (record) => `/clinic/record-details?patient_id=${toRequest(record).person_id}`,
  recordTools: [
    {
      name: 'decide',
      label: 'Decide',
      only: 'clinic.change_user',
      inRow: 'Decide',
      isFor: ({ state }) => state === 'open',
      load: async () =>
        (await import('../../../people/corrections/DecideCorrectionDialog.tsx'))
          .DecideCorrectionDialog,
    },
  ],
}
