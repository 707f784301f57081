import { z } from 'zod'
import { addressFields } from './admin/address.ts'
import { id, line, slug, url } from './fields.ts'
import { imageFields, imageOperations } from './images.ts'
import { OpeningHours } from './opening-hours.ts'
import { reading, resource } from './resource.ts'

const PublicSite = z.object({
  id,
  url,
  name: line(200),
  slug,
  ...addressFields,
  hours: OpeningHours.nullable(),
  bank_holidays_hint: z.string(),
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  ...imageFields,
  display_order: z.int(),
  offers_services: z.boolean(),
})
export type PublicSite = z.infer<typeof PublicSite>

export const publicSites = resource({
  name: 'site',
  path: 'sites',
  entity: PublicSite,
  searchable: ['name', 'address1', 'city', 'postcode'],
  orderable: ['name', 'display_order'],
  defaultOrder: 'display_order,name',
})

export const siteOperations = {
  ...imageOperations('sites', 'a site', {
    view: 'clinic.view_site',
    change: 'clinic.change_site',
  }),
  ...reading(publicSites, { audience: 'public' }),
}
