import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { treatments } from './treatments.ts'

export const treatmentScreen: AdminScreen = {
  of: treatments,
  lead: 'What is done here beside vaccinations, and what it costs.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'minutes', width: 6 },
    { field: 'price', width: 8 },
    { field: 'is_offered', width: 7 },
    { field: 'offered_from', width: 10, hiddenAtFirst: true },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'description', kind: 'paragraph' },
        { field: 'is_offered', kind: 'checkbox' },
        { field: 'offered_from', kind: 'date' },
      ],
    },
    {
      title: 'How it is given',
      fields: [
        {
          field: 'given_by',
          kind: 'select',
          choices: [
            { value: 'anybody', label: 'Anybody who works here' },
            { value: 'nurse', label: 'A nurse' },
          ],
        },
        { field: 'minutes', kind: 'number', width: 'max-w-32' },
        { field: 'price', kind: 'money' },
      ],
    },
  ],
  filters: [
    {
      name: 'is_offered',
      label: 'Shown',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'Offered' },
        { value: 'false', label: 'Not offered' },
      ],
    },
    { kind: 'period', name: 'offered_from', label: 'Offered' },
  ],
}
