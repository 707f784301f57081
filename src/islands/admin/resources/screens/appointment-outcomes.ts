import { appointmentOutcomes } from '#lib/contract/admin/appointment-outcomes.ts'
import { formatOr } from '#lib/contract/audit-actions.ts'
import { shippedTemplates } from '#lib/outcomes/shipped-templates.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const appointmentOutcomeScreen: AdminScreen = {
  of: appointmentOutcomes,
  lead: 'Outcomes that staff can record for an appointment, and the text for the patient. If you change the text, you create a new version. Earlier appointments keep theirs.',
  columns: [
    { field: 'name', width: 22 },
    {
      field: 'version',
      width: 8,
      cell: ({ version, subversion }) => `${version}.${subversion}`,
    },
    {
      field: 'template_path',
      width: 18,
      hiddenAtFirst: true,
      cell: ({ template_path }) => formatOr(shippedTemplates, String(template_path)),
    },
    { field: 'archived', width: 8 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        {
          field: 'template_code',
          kind: 'template',
          hint: 'The letter for the patient, with details such as {{ patient.first_name }}. Plain text or HTML.',
        },
        {
          field: 'template_path',
          kind: 'select',
          hint: 'Used while the template above is empty.',
          choices: [
            { value: '', label: 'None' },
            ...Object.entries(shippedTemplates).map(([value, label]) => ({ value, label })),
          ],
        },
      ],
    },
    {
      fields: [
        {
          field: 'keep_version',
          kind: 'checkbox',
          later: true,
          afresh: true,
          hint: 'Saves a correction, such as 2.1 after 2.0, instead of a new version, such as 3.0.',
        },
        {
          field: 'archived',
          kind: 'checkbox',
          later: true,
          hint: 'Staff can no longer choose it. Appointments that have it still show it.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'archived',
      label: 'Status',
      choices: [
        { value: '', label: 'In use' },
        { value: 'true', label: 'Archived' },
        { value: 'all', label: 'All' },
      ],
    },
  ],
}
