import { z } from 'zod'
import { categoryFields, ServicePicture } from '../catalogue.ts'
import { booleanText, id, idText, line, version } from '../fields.ts'
import { operation } from '../operation.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, disabling, hiding } from './bulk.ts'

const AppointmentCategory = z.object({
  ...categoryFields,
  version,
  parent_path: z.string().nullable(),
  path: z.string(),
})
export type AppointmentCategory = z.infer<typeof AppointmentCategory>

export const appointmentCategories = adminResource({
  name: 'appointment category',
  many: 'appointment categories',
  screen: 'appointment-categories',
  path: 'appointmentcategories',
  entity: AppointmentCategory,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    /** Null is the top. A new or moved category comes last among its siblings. */
    parent: id.nullable().default(null),
    picture: ServicePicture.default(''),
    hidden: z.boolean().default(false),
    disabled: z.boolean().default(false),
  }),
  labels: {
    name: 'Name',
    parent: 'Under',
    parent_path: 'Under',
    picture: 'Picture',
    hidden: 'Hidden',
    disabled: 'Disabled',
    level: 'Level',
    place: 'Place',
  },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name', 'tree_id', 'lft'],
  defaultOrder: 'tree_id,lft',
  filters: { hidden: booleanText.optional(), disabled: booleanText.optional() },
  references: { parent: { from: 'appointmentcategories', label: 'path', shown: 'parent_path' } },
  model: 'clinic.appointmentcategory',
  audit: 'appointment_category',
  bulk: { ...hiding, ...disabling, ...deleting },
})

export const categoryMoveOperations = {
  'POST admin/appointmentcategories/{id}/move/': operation({
    summary:
      'Move an appointment category, with all that is below it, to another place in the tree; stale where it, or what it is to stand before, has moved since',
    audience: 'admin',
    permission: 'clinic.change_appointmentcategory',
    params: z.strictObject({ id: idText }),
    body: z.strictObject({
      version,
      parent: id.nullable(),
      before: id.nullable(),
    }),
    status: 200,
    response: AppointmentCategory,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'stale'],
  }),
}
