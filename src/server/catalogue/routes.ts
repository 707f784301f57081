import { publicAppointmentCategories, publicAppointmentTypes } from '#lib/contract/catalogue.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../refusal.ts'
import { listPage } from '../resources/list.ts'
import { presentAppointmentCategory, presentAppointmentType } from './present.ts'
import { appointmentCategories, appointmentTypes } from './queries.ts'
import { readTypeImage, removeTypeImage, uploadTypeImage } from './type-image.ts'
import { vaccineProductsFor } from './vaccine-products.ts'
import { isUnlocked } from './visibility.ts'

export const catalogueRoutes = {
  'POST admin/appointmenttypes/{id}/upload_image/': ({ params, upload }, call) =>
    uploadTypeImage(call, params.id, upload),
  'GET admin/appointmenttypes/{id}/upload_image/': ({ params }, call) =>
    readTypeImage(call, params.id),
  'DELETE admin/appointmenttypes/{id}/upload_image/': ({ params }, call) =>
    removeTypeImage(call, params.id),

  'GET public/appointmenttypes/': async ({ query }, { services, apiUrl }) => {
    const rows = appointmentTypes(services.db, isUnlocked(services.settings, query.key), query)
    const page = await listPage(publicAppointmentTypes, rows, query)
    return {
      count: page.count,
      results: page.results.map((row) => presentAppointmentType(row, apiUrl)),
    }
  },

  'GET public/appointmentcategories/': async ({ query }, { services, apiUrl }) => {
    const unlocked = isUnlocked(services.settings, query.key)
    const categories = appointmentCategories(services.db, unlocked)
    const [page, types] = await Promise.all([
      listPage(publicAppointmentCategories, categories, query),
      appointmentTypes(services.db, unlocked).orderBy(inNameOrder('name')).orderBy('id').execute(),
    ])
    return {
      count: page.count,
      results: page.results.map((row) => presentAppointmentCategory(row, types, apiUrl)),
    }
  },

  'GET public/appointmentcategories/{id}/': async ({ params, query }, { services, apiUrl }) => {
    const unlocked = isUnlocked(services.settings, query.key)
    const [category, types] = await Promise.all([
      appointmentCategories(services.db, unlocked).where('id', '=', params.id).executeTakeFirst(),
      appointmentTypes(services.db, unlocked).orderBy(inNameOrder('name')).orderBy('id').execute(),
    ])
    if (!category) throw notFound('This category')
    return presentAppointmentCategory(category, types, apiUrl)
  },

  'GET private/vaccineproducts/': ({ query }, call) => vaccineProductsFor(call, query),
} satisfies Handlers
