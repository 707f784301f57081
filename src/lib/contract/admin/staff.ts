import { z } from 'zod'
import { id, url } from '../fields.ts'
import { adminList, resource } from '../resource.ts'

/** Whoever takes appointments; `competencies` are the urls of what they hold. */
const Staff = z.object({
  id,
  url,
  user_id: id,
  full_name: z.string(),
  pharmacist_reg_number: z.string(),
  competencies: z.array(url),
  is_active: z.boolean(),
})

export const staff = resource({
  name: 'staff, those who left not among them',
  path: 'staff',
  entity: Staff,
  searchable: ['full_name', 'pharmacist_reg_number'],
  orderable: ['full_name'],
  defaultOrder: 'full_name',
})

export const staffOperations = { 'GET admin/staff/': adminList(staff, 'clinic.view_staff') }
