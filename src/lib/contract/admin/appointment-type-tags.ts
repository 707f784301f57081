import { z } from 'zod'
import { id, line, orNone, slug, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const AppointmentTypeTag = z.object({ id, url, version, name: line(100), slug })

export const appointmentTypeTags = adminResource({
  name: 'appointment type tag',
  many: 'appointment type tags',
  screen: 'appointment-type-tags',
  path: 'appointmenttypetags',
  entity: AppointmentTypeTag,
  write: z.strictObject({
    name: line(100).min(1, 'Enter a name'),
    slug: orNone(slug).default(''),
  }),
  labels: { name: 'Name', slug: 'Web address name' },
  namedBy: 'name',
  searchable: ['name', 'slug'],
  orderable: ['name', 'slug'],
  defaultOrder: 'name',
  filters: {},
  references: {},
  model: 'clinic.appointmenttypetag',
  audit: 'appointment_type_tag',
  bulk: deleting,
})
