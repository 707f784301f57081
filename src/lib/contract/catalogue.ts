import { z } from 'zod'
import { booleanText, id, idText, line, secretKey, slug, url } from './fields.ts'
import { imageFields, imageUpload, ShownImage } from './images.ts'
import { operation } from './operation.ts'
import { reading, resource } from './resource.ts'

const AppointmentTypeTag = z.object({ id, url, name: line(100), slug })

/** An appointment type as visitors see it; `duration` is in minutes. */
export const PublicAppointmentType = z.object({
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
})
export type PublicAppointmentType = z.infer<typeof PublicAppointmentType>

/** A category and its place in its tree: `lft` and `rght` enclose those of everything below it. */
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

/** A category with the types it offers. */
export const PublicAppointmentCategory = z.object({
  ...categoryFields,
  appointment_types: z.array(PublicAppointmentType),
})
export type PublicAppointmentCategory = z.infer<typeof PublicAppointmentCategory>

export const publicAppointmentTypes = resource({
  name: 'appointment type',
  path: 'appointmenttypes',
  entity: PublicAppointmentType,
  searchable: ['name', 'description'],
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

const ofType = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'not_found'] as const

export const catalogueOperations = {
  'POST admin/appointmenttypes/{id}/upload_image/': operation({
    cost: 'image',
    summary:
      'Give an appointment type an image, in place of any it had: JPEG, PNG or WebP of at most 10 MB and 50 million pixels, drawn anew in the widths that are shown',
    audience: 'admin',
    permission: 'clinic.change_appointmenttype',
    params: ofType,
    upload: imageUpload,
    status: 200,
    response: ShownImage,
    errors: [...refusals, 'too_large', 'unsupported_media_type', 'unavailable'],
  }),
  'GET admin/appointmenttypes/{id}/upload_image/': operation({
    summary: 'The image that an appointment type has',
    audience: 'admin',
    permission: 'clinic.view_appointmenttype',
    params: ofType,
    status: 200,
    response: ShownImage,
    errors: refusals,
  }),
  'DELETE admin/appointmenttypes/{id}/upload_image/': operation({
    summary: 'Take the image of an appointment type away',
    audience: 'admin',
    permission: 'clinic.change_appointmenttype',
    params: ofType,
    status: 204,
    errors: refusals,
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
  ...reading(
    publicAppointmentCategories,
    { audience: 'public' },
    { query: { key: secretKey.optional() } },
  ),
}
