import { publicAppointmentCategories, publicAppointmentTypes } from '#lib/contract/catalogue.ts'
import { publicSites } from '#lib/contract/sites.ts'
import { ownVaccineProducts } from '#lib/contract/vaccine-products.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { presentVaccineProducts, vaccineProductRows } from '../vaccinations/vaccine-products.ts'
import {
  appointmentTypesQuery,
  categoriesQuery,
  presentAppointmentCategory,
  presentAppointmentType,
  searchTypes,
  type TypeFilter,
} from './public-catalogue.ts'
import { presentPublicSite, publicSiteRows } from './public-sites.ts'
import { imageRoutes } from './record-image.ts'
import { isUnlocked } from './visibility.ts'

const typeImages = imageRoutes('appointment-types')
const siteImages = imageRoutes('sites')

export const catalogueRoutes = {
  'POST admin/appointmenttypes/{id}/upload_image/': typeImages.upload,
  'GET admin/appointmenttypes/{id}/upload_image/': typeImages.read,
  'DELETE admin/appointmenttypes/{id}/upload_image/': typeImages.remove,
  'POST admin/sites/{id}/upload_image/': siteImages.upload,
  'GET admin/sites/{id}/upload_image/': siteImages.read,
  'DELETE admin/sites/{id}/upload_image/': siteImages.remove,

  ...readingRoutes('public', publicSites, {
    rows: (call: Call) => publicSiteRows(call.services.db),
    present: (rows, call) => rows.map((row) => presentPublicSite(row, call)),
  }),

  ...readingRoutes('public', publicAppointmentTypes, {
    rows: (call: Call, query: TypeFilter & Keyed) =>
      appointmentTypesQuery(call.services.db, acceptedKey(call, query) !== null, query),
    present: (rows, call, query) => {
      const shown = { call, key: acceptedKey(call, query) }
      return rows.map((row) => presentAppointmentType(row, shown))
    },
  }),

  'GET public/appointmenttype-search/': async ({ query }, call) => {
    const shown = { call, key: acceptedKey(call, query) }
    const found = await searchTypes(call.services.db, query.search, shown.key !== null)
    const [{ closeness } = { closeness: 'suggested' as const }] = found
    return { closeness, results: found.map((row) => presentAppointmentType(row, shown)) }
  },

  ...readingRoutes('public', publicAppointmentCategories, {
    rows: (call: Call, query: Keyed) =>
      categoriesQuery(call.services.db, acceptedKey(call, query) !== null),
    present: async (rows, call, query) => {
      const shown = { call, key: acceptedKey(call, query) }
      const types = await appointmentTypesQuery(call.services.db, shown.key !== null)
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

const acceptedKey = ({ services }: Call, { key }: Keyed): string | null =>
  key !== undefined && isUnlocked(services.settings, key) ? key : null
