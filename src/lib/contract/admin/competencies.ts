import { z } from 'zod'
import { id, line, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const Competency = z.object({ id, url, version, name: line(200) })

export const competencies = adminResource({
  name: 'competency',
  many: 'competencies',
  screen: 'competencies',
  path: 'competencies',
  entity: Competency,
  write: z.strictObject({ name: line(200).min(1, 'Enter a name') }),
  labels: { name: 'Name' },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name'],
  defaultOrder: 'name',
  filters: {},
  references: {},
  model: 'clinic.competency',
  audit: 'competency',
  bulk: deleting,
  imports: { key: 'name', named: ['name'] },
})
