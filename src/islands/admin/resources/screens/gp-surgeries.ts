import { gpSurgeryRecords } from '#lib/contract/admin/gp-surgeries.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { addressFormFields, reachedBy } from './address-fields.ts'

export const gpSurgeryScreen: AdminScreen = {
  of: gpSurgeryRecords,
  lead: 'GP surgeries that patients can choose as their own.',
  columns: [
    { field: 'name', width: 18 },
    { field: 'address1', width: 14 },
    { field: 'city', width: 10 },
    { field: 'postcode', width: 8 },
    { field: 'telephone', width: 11 },
    { field: 'email', width: 16, hiddenAtFirst: true },
  ],
  sections: [
    { fields: [{ field: 'name', kind: 'text' }] },
    { title: 'Address', fields: addressFormFields },
    { title: 'Contact details', fields: reachedBy },
  ],
  filters: [],
}
