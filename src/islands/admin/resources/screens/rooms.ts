import { rooms } from '#lib/contract/admin/rooms.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { SLUG_HINT } from './address-fields.ts'

export const roomScreen: AdminScreen = {
  of: rooms,
  lead: 'The rooms of each site. A room has one appointment at a time.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'site_name', width: 18 },
    { field: 'slug', width: 12, hiddenAtFirst: true },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'site_id', kind: 'reference' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
      ],
    },
  ],
  filters: [{ kind: 'reference', name: 'site_id', label: 'Site', only: 'clinic.view_site' }],
}
