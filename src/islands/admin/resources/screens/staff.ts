import { staff } from '#lib/contract/admin/staff.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const staffScreen: AdminScreen = {
  of: staff,
  lead: 'The clinicians who take appointments. Clinicians who have left stay on record but cannot be booked.',
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
          field: 'clear_pin',
          kind: 'checkbox',
          hint: 'For a forgotten PIN. Clinicians set their own under “Your details”.',
        },
        {
          field: 'is_active',
          kind: 'checkbox',
          hint: 'Before somebody leaves, you choose what to do with each of their future appointments.',
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
        { value: 'true', label: 'Work here' },
        { value: 'false', label: 'Have left' },
      ],
    },
  ],
}
