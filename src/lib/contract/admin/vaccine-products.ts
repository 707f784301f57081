import { z } from 'zod'
import {
  booleanText,
  id,
  instant,
  line,
  money,
  paragraph,
  url,
  version,
  writtenMoney,
} from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

const MOST_DOSES = 20
const LONGEST_INTERVAL = 2_600

export const vaccineProductFields = {
  id,
  url,
  name: line(200),
  description: z.string(),
  doses_required: z.int().positive(),
  booster_interval_weeks: z.int().positive().nullable(),
  is_active: z.boolean(),
  price: money,
  created: instant,
  modified: instant,
}

const whole = (least: number, most: number) =>
  z
    .int('Enter a whole number')
    .min(least, `Enter a number from ${least} to ${most.toLocaleString('en-GB')}`)
    .max(most, `Enter a number from ${least} to ${most.toLocaleString('en-GB')}`)

export const vaccineProducts = adminResource({
  name: 'vaccine product',
  many: 'vaccine products',
  screen: 'vaccine-product',
  path: 'vaccineproducts',
  entity: z.object({ ...vaccineProductFields, version }),
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    description: paragraph(2_000).default(''),
    doses_required: whole(1, MOST_DOSES).default(1),
    booster_interval_weeks: whole(1, LONGEST_INTERVAL).nullable().default(null),
    price: writtenMoney(1_000_000).default('0.00'),
    is_active: z.boolean().default(true),
  }),
  labels: {
    name: 'Name',
    description: 'Description',
    doses_required: 'Doses',
    booster_interval_weeks: 'Weeks until a booster',
    price: 'Price of one dose',
    is_active: 'Given here',
    created: 'Added',
    modified: 'Last changed',
  },
  namedBy: 'name',
  searchable: ['name', 'description'],
  orderable: ['name', 'doses_required', 'price', 'modified'],
  defaultOrder: 'name',
  filters: { is_active: booleanText.optional() },
  references: {},
  model: 'clinic.vaccineproduct',
  audit: 'vaccine_product',
  bulk: {
    offer: stated('is_active', ['Mark as given here', 'marked as given here'], true),
    retire: stated('is_active', ['Mark as no longer given', 'marked as no longer given'], false),
    ...deleting,
  },
})
