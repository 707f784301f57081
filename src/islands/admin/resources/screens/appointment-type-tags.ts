import { appointmentTypeTags } from '#lib/contract/admin/appointment-type-tags.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { SLUG_HINT } from './address-fields.ts'

export const appointmentTypeTagScreen: AdminScreen = {
  of: appointmentTypeTags,
  lead: 'Short labels that help visitors find related appointment types.',
  columns: [
    { field: 'name', width: 18 },
    { field: 'slug', width: 18 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
      ],
    },
  ],
  filters: [],
}
