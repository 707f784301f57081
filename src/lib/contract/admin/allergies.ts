import { z } from 'zod'
import { id, line, paragraph, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const Allergy = z.object({ id, url, version, name: line(200), description: z.string() })

export const allergyRecords = adminResource({
  name: 'allergy',
  many: 'allergies',
  screen: 'allergies',
  path: 'allergies',
  entity: Allergy,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    description: paragraph(2_000).default(''),
  }),
  labels: { name: 'Name', description: 'Description' },
  namedBy: 'name',
  searchable: ['name', 'description'],
  orderable: ['name'],
  defaultOrder: 'name',
  filters: {},
  references: {},
  model: 'clinic.allergy',
  audit: 'allergy',
  bulk: deleting,
})
