import { z } from 'zod'
import { booleanText, id, ids, line, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

const Staff = z.object({
  id,
  url,
  version,
  user_id: id,
  full_name: z.string(),
  pharmacist_reg_number: line(50),
  competency_ids: z.array(id),
  competency_names: z.array(z.string()),
  competencies: z.array(url),
  is_active: z.boolean(),
})

export const staff = adminResource({
  name: 'staff member',
  many: 'staff',
  screen: 'staff',
  path: 'staff',
  entity: Staff,
  write: z.strictObject({
    user_id: id,
    pharmacist_reg_number: line(50).default(''),
    /** The owner then sets another one; nobody else does. */
    clear_pin: z.boolean().default(false),
    is_active: z.boolean().default(true),
    competency_ids: ids().optional(),
  }),
  labels: {
    user_id: 'Person',
    full_name: 'Name',
    pharmacist_reg_number: 'Registration number',
    clear_pin: 'Clear the PIN',
    is_active: 'Works here',
    competency_ids: 'Competencies',
    competency_names: 'Competencies',
  },
  namedBy: 'full_name',
  searchable: ['full_name', 'pharmacist_reg_number'],
  orderable: ['full_name', 'pharmacist_reg_number'],
  defaultOrder: 'full_name',
  filters: { is_active: booleanText.optional() },
  references: {
    user_id: { from: 'users', label: 'full_name', shown: 'full_name' },
    competency_ids: {
      from: 'competencies',
      label: 'name',
      shown: 'competency_names',
      urls: 'competencies',
    },
  },
  model: 'clinic.staff',
  audit: 'staff',
  freshSignIn: 'for access',
  bulk: {
    activate: stated('is_active', ['Mark as working here', 'marked as working here'], true),
    deactivate: stated('is_active', ['Mark as having left', 'marked as having left'], false),
    ...deleting,
  },
  canOrphan: true,
})
