import { z } from 'zod'
import { adminResource } from '#lib/contract/admin/admin-resource.ts'
import * as field from '#lib/contract/fields.ts'

export const treatments = adminResource({
  name: 'treatment',
  many: 'treatments',
  screen: 'treatments',
  path: 'treatments',
  entity: z.object({
    id: field.id,
    url: field.url,
    version: field.version,
    name: field.line(100),
    description: z.string(),
    given_by: z.enum(['anybody', 'nurse']),
    minutes: z.int(),
    price: field.money,
    is_offered: z.boolean(),
    offered_from: field.plainDate.nullable(),
  }),
  write: z.strictObject({
    name: field.line(100).min(1, 'Enter a name'),
    description: field.paragraph(2_000).default(''),
    given_by: z.enum(['anybody', 'nurse']).default('anybody'),
    minutes: z.int().min(5, 'Give 5 or more').max(480, 'Give 480 or fewer'),
    price: field.money.default('0.00'),
    is_offered: z.boolean().default(true),
    offered_from: field.calendarDate.nullable().default(null),
  }),
  labels: {
    name: 'Name',
    description: 'Description',
    given_by: 'Given by',
    minutes: 'Minutes',
    price: 'Price',
    is_offered: 'Offered',
    offered_from: 'Offered from',
  },
  namedBy: 'name',
  searchable: ['name', 'description'],
  orderable: ['name', 'minutes', 'price', 'offered_from'],
  defaultOrder: 'name',
  filters: { is_offered: field.booleanText.optional(), ...field.period('offered_from') },
  references: {},
  model: 'clinic.treatment',
  audit: 'treatment',
  imports: { key: 'name', named: ['name'] },
})
