import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { type CompetencyState, staffCompetencies } from '#lib/contract/admin/staff-competencies.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { forgetDismissedNotices } from '../../../people/competencies/competency-notices.actors.ts'
import type { AdminScreen } from '../admin-screen.ts'

const states: Record<CompetencyState, string> = {
  to_come: 'Not valid yet',
  holds: 'Valid',
  expiring: 'Ends within 30 days',
  lapsed: 'Lapsed',
}

const day = (field: string) => (record: AdminRecord) => {
  const date = record[field]
  return typeof date === 'string' ? formatCalendarDate(date) : 'No end date'
}

export const staffCompetencyScreen: AdminScreen = {
  of: staffCompetencies,
  lead: 'The competencies each clinician holds, and when they end. Clinicians can only be booked on days when they hold the competencies an appointment needs.',
  columns: [
    { field: 'staff_name', width: 14 },
    { field: 'competency_name', width: 18 },
    { field: 'issued_at', width: 11, cell: day('issued_at') },
    { field: 'expires_at', width: 11, cell: day('expires_at') },
    { field: 'state', width: 11, cell: ({ state }) => states[state as CompetencyState] },
  ],
  sections: [
    {
      fields: [
        { field: 'staff_id', kind: 'reference' },
        { field: 'competency_id', kind: 'reference' },
      ],
    },
    {
      title: 'How long it is valid',
      fields: [
        { field: 'issued_at', kind: 'date' },
        {
          field: 'expires_at',
          kind: 'date',
          hint: 'It is still valid on this day. Leave blank if it has no end date.',
        },
      ],
    },
  ],
  filters: [
    { kind: 'reference', name: 'staff_id', label: 'Clinician', only: 'clinic.view_staff' },
    {
      kind: 'reference',
      name: 'competency_id',
      label: 'Competency',
      only: 'clinic.view_competency',
    },
    {
      name: 'state',
      label: 'State',
      choices: [
        { value: '', label: 'Any' },
        ...Object.entries(states).map(([value, label]) => ({ value, label })),
      ],
    },
    { kind: 'period', name: 'expires_at', label: 'Last day' },
  ],
  tools: [
    {
      name: 'ending',
      label: 'Expiring competencies',
      load: async () =>
        (await import('../../../people/competencies/EndingCompetencies.tsx')).EndingCompetencies,
    },
  ],
  // Notices of its new end are shown again.
  onSaved: ({ id }) => forgetDismissedNotices(id),
}
