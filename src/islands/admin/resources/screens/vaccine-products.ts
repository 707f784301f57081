import { vaccineProducts } from '#lib/contract/admin/vaccine-products.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { instantCell } from './instant-cell.ts'

export const vaccineProductScreen: AdminScreen = {
  of: vaccineProducts,
  lead: 'What is given at vaccination appointments. A product that is not given any more stays in the records of those who have had it.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'doses_required', width: 6 },
    { field: 'booster_interval_weeks', width: 8 },
    { field: 'price', width: 8 },
    { field: 'is_active', width: 7 },
    { field: 'description', width: 24, hiddenAtFirst: true },
    { field: 'modified', width: 16, cell: instantCell('modified'), hiddenAtFirst: true },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'description', kind: 'paragraph' },
        { field: 'is_active', kind: 'checkbox' },
      ],
    },
    {
      title: 'How it is given',
      fields: [
        {
          field: 'doses_required',
          kind: 'number',
          width: 'max-w-32',
          hint: 'How many one person needs.',
        },
        {
          field: 'booster_interval_weeks',
          kind: 'number',
          width: 'max-w-32',
          hint: 'Counted from the last dose. Leave it empty where no booster is needed.',
        },
        {
          field: 'price',
          kind: 'money',
          width: 'max-w-40',
          hint: 'What has been given already keeps the price it had.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'is_active',
      label: 'Shown',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'Given here' },
        { value: 'false', label: 'Not given any more' },
      ],
    },
  ],
}
