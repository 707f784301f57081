import { allergyRecords } from '#lib/contract/admin/allergies.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const allergyScreen: AdminScreen = {
  of: allergyRecords,
  lead: 'What patients can say they are allergic to.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'description', width: 34 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'description', kind: 'paragraph' },
      ],
    },
  ],
  filters: [],
}
