import type { PublicAppointmentCategory, PublicAppointmentType } from '#lib/contract/catalogue.ts'
import { presentImage } from '../files/stored-images.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'
import type { AppointmentCategoryRow, AppointmentTypeRow } from './queries.ts'

type Shown = { call: Pick<Call, 'apiUrl'>; key: string | null }

const keyed = ({ key }: Shown, address: string) =>
  key === null ? address : `${address}?key=${encodeURIComponent(key)}`

export function presentAppointmentType(
  row: AppointmentTypeRow,
  shown: Shown,
): PublicAppointmentType {
  return {
    id: row.id,
    url: keyed(shown, apiAddress(shown.call, 'public/appointmenttypes', row.id)),
    name: row.name,
    slug: row.slug,
    description: row.description,
    prebooking_info: row.prebooking_info,
    duration: row.duration,
    disabled: row.disabled,
    hidden: row.hidden,
    ...presentImage(row.image, shown.call.apiUrl),
    categories: row.category_ids.map((id) => categoryAddress(shown, id)),
    tag_ids: row.tags.map((tag) => tag.id),
    tags: row.tags,
    forms: row.forms,
  }
}

export function presentAppointmentCategory(
  row: AppointmentCategoryRow,
  types: AppointmentTypeRow[],
  shown: Shown,
): PublicAppointmentCategory {
  return {
    id: row.id,
    url: categoryAddress(shown, row.id),
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
      .map((type) => presentAppointmentType(type, shown)),
  }
}

const categoryAddress = (shown: Shown, id: number) =>
  keyed(shown, apiAddress(shown.call, 'public/appointmentcategories', id))
