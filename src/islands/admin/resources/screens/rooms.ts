import { rooms } from '#lib/contract/admin/rooms.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { SLUG_HINT } from './address-fields.ts'

export const roomScreen: AdminScreen = {
  of: rooms,
  lead: 'The rooms at each site. A room has one appointment at a time. A room that is out of use stays on record but cannot be booked.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'site_name', width: 18 },
    { field: 'is_active', width: 7 },
    { field: 'slug', width: 12, hiddenAtFirst: true },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'site_id', kind: 'reference' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
        {
          field: 'is_active',
          kind: 'checkbox',
          hint: 'Before it goes out of use, you choose what to do with each future appointment in it. Its hours stay, but cannot be booked until it is in use again.',
        },
      ],
    },
  ],
  filters: [
    { kind: 'reference', name: 'site_id', label: 'Site', only: 'clinic.view_site' },
    {
      name: 'is_active',
      label: 'Status',
      choices: [
        { value: '', label: 'All' },
        { value: 'true', label: 'In use' },
        { value: 'false', label: 'Out of use' },
      ],
    },
  ],
}
