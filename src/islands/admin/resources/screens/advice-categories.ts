import { adviceCategories } from '#lib/contract/admin/advice-categories.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { instantCell } from './instant-cell.ts'

export const adviceCategoryScreen: AdminScreen = {
  of: adviceCategories,
  lead: 'Headings for grouping advice to patients.',
  columns: [
    { field: 'name', width: 24 },
    { field: 'modified', width: 16, cell: instantCell('modified') },
    { field: 'created', width: 16, cell: instantCell('created'), hiddenAtFirst: true },
  ],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}
