import { z } from 'zod'
import { booleanText, id, line, orNone, slug, url, version } from '../fields.ts'
import { addressFields, addressLabels, addressWrite } from './address.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, hiding } from './bulk.ts'

/** A branch. A hidden one is shown to nobody who may not see hidden sites. */
const Site = z.object({
  id,
  url,
  version,
  name: line(200),
  slug,
  ...addressFields,
  hidden: z.boolean(),
})

export const sites = adminResource({
  name: 'site',
  many: 'sites',
  screen: 'sites',
  path: 'sites',
  entity: Site,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    /** Left empty it is made of the name. */
    slug: orNone(slug).default(''),
    ...addressWrite,
    hidden: z.boolean().default(false),
  }),
  labels: { name: 'Name', slug: 'Name in links', ...addressLabels, hidden: 'Hidden' },
  namedBy: 'name',
  searchable: ['name', 'address1', 'city', 'postcode', 'telephone', 'email'],
  orderable: ['name', 'city', 'postcode'],
  defaultOrder: 'name',
  filters: { hidden: booleanText.optional() },
  references: {},
  model: 'clinic.site',
  audit: 'site',
  bulk: { ...hiding, ...deleting },
})
