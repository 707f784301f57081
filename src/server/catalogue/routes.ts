import { publicAppointmentCategories, publicAppointmentTypes } from '#lib/contract/catalogue.ts'
import { ownVaccineProducts } from '#lib/contract/vaccine-products.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { presentAppointmentCategory, presentAppointmentType } from './present.ts'
import { appointmentCategories, appointmentTypes, type TypeFilter } from './queries.ts'
import { readTypeImage, removeTypeImage, uploadTypeImage } from './type-image.ts'
import { presentVaccineProducts, vaccineProductRows } from './vaccine-products.ts'
import { isUnlocked } from './visibility.ts'

export const catalogueRoutes = {
  'POST admin/appointmenttypes/{id}/upload_image/': ({ params, upload }, call) =>
    uploadTypeImage(call, params.id, upload),
  'GET admin/appointmenttypes/{id}/upload_image/': ({ params }, call) =>
    readTypeImage(call, params.id),
  'DELETE admin/appointmenttypes/{id}/upload_image/': ({ params }, call) =>
    removeTypeImage(call, params.id),

  ...readingRoutes('public', publicAppointmentTypes, {
    rows: (call: Call, query: TypeFilter & Keyed) =>
      appointmentTypes(call.services.db, keyOf(call, query) !== null, query),
    present: (rows, call, query) => {
      const shown = { call, key: keyOf(call, query) }
      return rows.map((row) => presentAppointmentType(row, shown))
    },
  }),

  ...readingRoutes('public', publicAppointmentCategories, {
    rows: (call: Call, query: Keyed) =>
      appointmentCategories(call.services.db, keyOf(call, query) !== null),
    present: async (rows, call, query) => {
      const shown = { call, key: keyOf(call, query) }
      const types = await appointmentTypes(call.services.db, shown.key !== null)
        .orderBy(inNameOrder('name'))
        .orderBy('id')
        .execute()
      return rows.map((row) => presentAppointmentCategory(row, types, shown))
    },
  }),

  ...readingRoutes('private', ownVaccineProducts, {
    rows: vaccineProductRows,
    present: presentVaccineProducts,
  }),
} satisfies Handlers

type Keyed = { key?: string | undefined }

/** The key that was given, where it opens what is hidden. */
const keyOf = ({ services }: Call, { key }: Keyed): string | null =>
  key !== undefined && isUnlocked(services.settings, key) ? key : null
