import { allergyRecords } from '#lib/contract/admin/allergies.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const allergyScreen: AdminScreen = {
  of: allergyRecords,
  lead: 'Allergies that patients can choose.',
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
