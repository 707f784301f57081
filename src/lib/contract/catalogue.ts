import { z } from 'zod'
import { addressFields } from './admin/address.ts'
import { booleanText, id, line, ServicePrice, secretKey, slug, url } from './fields.ts'
import { imageFields, imageOperations } from './images.ts'
import { OpeningHours } from './opening-hours.ts'
import { operation } from './operation.ts'
import { reading, resource } from './resource.ts'

const AppointmentTypeTag = z.object({ id, url, name: line(100), slug })

/** Names a drawing that comes with the product. Empty is none. */
export const ServicePicture = z.enum(
  ['', 'bottle', 'case', 'ear', 'heart', 'jab', 'mug', 'throat'],
  {
    error: 'Choose from the list',
  },
)
export type ServicePicture = z.infer<typeof ServicePicture>

const PublicAppointmentType = z.object({
  id,
  url,
  name: line(200),
  slug,
  summary: z.string(),
  description: z.string(),
  prebooking_info: z.string(),
  what_to_bring: z.string(),
  duration: z.int().positive(),
  prices: z.array(ServicePrice),
  disabled: z.boolean(),
  hidden: z.boolean(),
  ...imageFields,
  /** It is that of the first of its categories that has one, unless it has its own. */
  picture: ServicePicture,
  categories: z.array(url),
  tag_ids: z.array(id),
  tags: z.array(AppointmentTypeTag.omit({ url: true })),
  forms: z.array(z.object({ title: z.string(), minutes: z.int().positive() })),
})
export type PublicAppointmentType = z.infer<typeof PublicAppointmentType>

/** `lft` and `rght` enclose those of its descendants. */
export const categoryFields = {
  id,
  url,
  name: line(200),
  disabled: z.boolean(),
  hidden: z.boolean(),
  level: z.int().nonnegative(),
  lft: z.int(),
  rght: z.int(),
  tree_id: z.int(),
  parent: id.nullable(),
  picture: ServicePicture,
}

/** Its picture is that of the nearest category above, unless it has its own. */
const PublicAppointmentCategory = z.object({
  ...categoryFields,
  appointment_types: z.array(PublicAppointmentType),
})
export type PublicAppointmentCategory = z.infer<typeof PublicAppointmentCategory>

/** `exact`: all words; `similar`: all, or words spelt like them; `suggested`: some. */
const SearchCloseness = z.enum(['exact', 'similar', 'suggested'])

const FoundTypes = z.object({
  closeness: SearchCloseness,
  results: z.array(PublicAppointmentType),
})
export type FoundTypes = z.infer<typeof FoundTypes>

export const publicAppointmentTypes = resource({
  name: 'appointment type',
  path: 'appointmenttypes',
  entity: PublicAppointmentType,
  searchable: [],
  orderable: ['name', 'duration'],
  defaultOrder: 'name',
})

export const publicAppointmentCategories = resource({
  name: 'appointment category',
  path: 'appointmentcategories',
  entity: PublicAppointmentCategory,
  searchable: ['name'],
  orderable: ['name', 'tree_id', 'lft'],
  defaultOrder: 'tree_id,lft',
})

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

export const catalogueOperations = {
  ...imageOperations('appointmenttypes', 'an appointment type', {
    view: 'clinic.view_appointmenttype',
    change: 'clinic.change_appointmenttype',
  }),
  ...reading(
    publicAppointmentTypes,
    { audience: 'public' },
    {
      query: { key: secretKey.optional() },
      filters: {
        slug: slug.optional(),
        disabled: booleanText.optional(),
        hidden: booleanText.optional(),
      },
    },
  ),
  'GET public/appointmenttype-search/': operation({
    summary:
      'Appointment types that match a search, best first: by the start of words, or else misspelt words, or else suggestions',
    audience: 'public',
    query: z.strictObject({ search: line(100), key: secretKey.optional() }),
    status: 200,
    response: FoundTypes,
    errors: ['invalid'],
  }),
  ...reading(
    publicAppointmentCategories,
    { audience: 'public' },
    { query: { key: secretKey.optional() } },
  ),

  ...imageOperations('sites', 'a site', {
    view: 'clinic.view_site',
    change: 'clinic.change_site',
  }),
  ...reading(publicSites, { audience: 'public' }),
}
