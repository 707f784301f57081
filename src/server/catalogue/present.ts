import type { PublicAppointmentCategory, PublicAppointmentType } from '#lib/contract/catalogue.ts'
import { presentImage } from '../files/stored-images.ts'
import type { AppointmentCategoryRow, AppointmentTypeRow } from './queries.ts'

export function presentAppointmentType(
  row: AppointmentTypeRow,
  apiUrl: string,
): PublicAppointmentType {
  return {
    id: row.id,
    url: `${apiUrl}/public/appointmenttypes/${row.id}/`,
    name: row.name,
    slug: row.slug,
    description: row.description,
    prebooking_info: row.prebooking_info,
    duration: row.duration,
    disabled: row.disabled,
    hidden: row.hidden,
    ...presentImage(row.image, apiUrl),
    categories: row.category_ids.map((id) => `${apiUrl}/public/appointmentcategories/${id}/`),
    tag_ids: row.tags.map((tag) => tag.id),
    tags: row.tags,
  }
}

export function presentAppointmentCategory(
  row: AppointmentCategoryRow,
  types: AppointmentTypeRow[],
  apiUrl: string,
): PublicAppointmentCategory {
  return {
    id: row.id,
    url: `${apiUrl}/public/appointmentcategories/${row.id}/`,
    name: row.name,
    disabled: row.disabled,
    hidden: row.hidden,
    level: row.level,
    lft: row.lft,
    rght: row.rght,
    tree_id: row.tree_id,
    parent: row.parent_id,
    appointment_types: types
      .filter((type) => type.category_ids.includes(row.id))
      .map((type) => presentAppointmentType(type, apiUrl)),
  }
}
