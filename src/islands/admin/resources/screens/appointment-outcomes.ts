import { appointmentOutcomes } from '#lib/contract/admin/appointment-outcomes.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const appointmentOutcomeScreen: AdminScreen = {
  of: appointmentOutcomes,
  lead: 'What can come of an appointment, and the text that tells the patient about it. A changed text is a new version: earlier appointments keep the one they were given.',
  columns: [
    { field: 'name', width: 22 },
    {
      field: 'version',
      width: 8,
      cell: ({ version, subversion }) => `${version}.${subversion}`,
    },
    { field: 'template_path', width: 18, hiddenAtFirst: true },
    { field: 'archived', width: 8 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        {
          field: 'template_code',
          kind: 'paragraph',
          rows: 12,
          hint: 'What the patient is told, with placeholders such as {{ patient.first_name }}.',
        },
        { field: 'template_path', kind: 'text', hint: 'Such as outcomes/referral.html.' },
      ],
    },
    {
      fields: [
        {
          field: 'keep_version',
          kind: 'checkbox',
          later: true,
          afresh: true,
          hint: 'The version stays and the correction is counted: 2.1 after 2.0. Otherwise it becomes a new version: 3.0.',
        },
        {
          field: 'archived',
          kind: 'checkbox',
          later: true,
          hint: 'It is not offered any more. Appointments that have it go on showing it.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'archived',
      label: 'Shown',
      choices: [
        { value: '', label: 'Those in use' },
        { value: 'true', label: 'Archived ones' },
        { value: 'all', label: 'All' },
      ],
    },
  ],
}
