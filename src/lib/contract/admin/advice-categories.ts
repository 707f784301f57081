import { z } from 'zod'
import { id, instant, line, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const AdviceCategory = z.object({
  id,
  url,
  version,
  name: line(200),
  created: instant,
  modified: instant,
})

export const adviceCategories = adminResource({
  name: 'advice category',
  many: 'advice categories',
  screen: 'advice-category',
  path: 'advicecategories',
  entity: AdviceCategory,
  write: z.strictObject({ name: line(200).min(1, 'Enter a name') }),
  labels: { name: 'Name', created: 'Added', modified: 'Last changed' },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name', 'created', 'modified'],
  defaultOrder: 'name',
  filters: {},
  references: {},
  model: 'clinic.advicecategory',
  audit: 'advice_category',
  bulk: deleting,
})
