import { z } from 'zod'
import { addressFields } from './admin/address.ts'
import { booleanText, id, line, secretKey, slug, url } from './fields.ts'
import { imageFields, imageOperations } from './images.ts'
import { OpeningHours } from './opening-hours.ts'
import { operation } from './operation.ts'
import { reading, resource } from './resource.ts'

const AppointmentTypeTag = z.object({ id, url, name: line(100), slug })

const PublicAppointmentType = z.object({
  id,
  url,
  name: line(200),
  slug,
  description: z.string(),
  prebooking_info: z.string(),
  duration: z.int().positive(),
  disabled: z.boolean(),
  hidden: z.boolean(),
  ...imageFields,
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
}

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
