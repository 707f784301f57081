import { vaccineProducts } from '#lib/contract/admin/vaccine-products.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { instantCell } from './instant-cell.ts'

export const vaccineProductScreen: AdminScreen = {
  of: vaccineProducts,
  lead: 'Products given at vaccination appointments. A product you no longer give stays in the records of people who have had it.',
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
          hint: 'How many doses each person needs.',
        },
        {
          field: 'booster_interval_weeks',
          kind: 'number',
          width: 'max-w-32',
          hint: 'Counted from the last dose. Leave blank if no booster is needed.',
        },
        {
          field: 'price',
          kind: 'money',
          width: 'max-w-40',
          hint: 'Doses already given keep their price.',
        },
      ],
    },
  ],
  filters: [
    {
      name: 'is_active',
      label: 'Status',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'Given here' },
        { value: 'false', label: 'No longer given' },
      ],
    },
  ],
}
