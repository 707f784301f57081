import { staff } from '#lib/contract/admin/staff.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const staffScreen: AdminScreen = {
  of: staff,
  lead: 'The clinicians who take appointments. Whoever has left stays on file for what they did, and cannot be booked.',
  columns: [
    { field: 'full_name', width: 18 },
    { field: 'pharmacist_reg_number', width: 14 },
    { field: 'is_active', width: 9 },
  ],
  sections: [
    {
      fields: [
        { field: 'user_id', kind: 'reference', fixed: true },
        { field: 'pharmacist_reg_number', kind: 'text', width: 'max-w-80' },
        {
          field: 'pin_code',
          kind: 'pin',
          hint: '4 to 8 digits. They enter it to agree that somebody else changes their availability. Leave it empty to keep the one they have.',
        },
        {
          field: 'is_active',
          kind: 'checkbox',
          hint: 'Before somebody leaves, you decide what becomes of each of their appointments to come.',
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
        { value: 'true', label: 'Who work here' },
        { value: 'false', label: 'Who have left' },
      ],
    },
  ],
}
