import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import {
  type AppointmentCategory,
  appointmentCategories,
} from '#lib/contract/admin/appointment-categories.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { CategoryMoves, CategoryName } from '../tree/CategoryCells.tsx'
import { CategoryList } from '../tree/CategoryList.tsx'

const categoryOf = (record: AdminRecord) => record as unknown as AppointmentCategory

export const appointmentCategoryScreen: AdminScreen = {
  of: appointmentCategories,
  lead: 'The headings under which visitors find what they can book, in this order. Hiding or disabling one does the same to everything under it.',
  columns: [
    {
      field: 'name',
      width: 20,
      cell: (record) => <CategoryName category={categoryOf(record)} />,
    },
    { field: 'parent_path', width: 14 },
    { field: 'hidden', width: 6 },
    { field: 'disabled', width: 7 },
    {
      field: 'place',
      width: 20,
      cell: (record) => <CategoryMoves category={categoryOf(record)} />,
    },
  ],
  Around: CategoryList,
  pageSize: 500,
  changesOthers: true,
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        {
          field: 'parent',
          kind: 'reference',
          hint: 'The category that it belongs to. Left empty, it is at the top.',
        },
        {
          field: 'hidden',
          kind: 'checkbox',
          hint: 'Only staff who may see hidden categories see it, and visitors with a link that has the key.',
        },
        { field: 'disabled', kind: 'checkbox', hint: 'Visitors are not offered it.' },
      ],
    },
  ],
  filters: [
    {
      name: 'hidden',
      label: 'Shown',
      choices: [
        { value: '', label: 'All' },
        { value: 'false', label: 'Not hidden' },
        { value: 'true', label: 'Hidden' },
      ],
    },
  ],
}
