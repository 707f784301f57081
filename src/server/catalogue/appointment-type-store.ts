import { sql } from 'kysely'
import { withSlug } from '../admin/slugs.ts'
import type { Rows, StoreParts } from '../admin/store.ts'
import { invalid } from '../refusals/refusal.ts'
import { isShownCategory } from './category-store.ts'
import { findVisibility } from './visibility.ts'

const own = [
  ...(['id', 'version', 'name', 'slug', 'summary', 'description', 'synonyms'] as const),
  ...(['prebooking_info', 'what_to_bring', 'duration', 'prices', 'picture'] as const),
  ...(['reminder_minutes', 'disabled', 'hidden'] as const),
]

const shownCategories = sql<number[]>`array(
  select category.id from appointment_type_category as link
    join appointment_category as category on category.id = link.appointment_category_id
  where link.appointment_type_id = appointment_type.id and ${isShownCategory}
  order by category.id)`

/** `withdraw_offers_of_type` withdraws what is offered when a type is disabled or hidden. */
export const appointmentTypeStore: StoreParts = {
  read: {
    rows: (executor, { viewer }) => {
      const sees = findVisibility(viewer)
      const all = executor.selectFrom('appointment_type').select(own) as Rows
      const rows = sees.categories ? all : all.select(shownCategories.as('categories'))
      return sees.types ? rows : rows.where(sql<boolean>`not hidden`)
    },
  },
  joined: {
    competency_ids: { table: 'appointment_type_competency', from: 'competency' },
    category_ids: { table: 'appointment_type_category', from: 'appointment_category' },
    patient_form_ids: { table: 'appointment_type_patient_form', from: 'eform', ordered: true },
    clinician_form_ids: { table: 'appointment_type_clinician_form', from: 'eform', ordered: true },
    outcome_ids: { table: 'appointment_type_outcome', from: 'appointment_outcome' },
    tag_ids: { table: 'appointment_type_tagging', from: 'appointment_type_tag' },
  },
  json: ['prices'],
  write: {
    prepare: withSlug('appointment_type'),
    guarded: async (_executor, { viewer }, { after }, write) => {
      if (after?.['hidden'] === true && !findVisibility(viewer).types) {
        throw invalid({ hidden: ['You may not see hidden types, so you cannot hide one'] })
      }
      await write()
    },
    orphanScopeOf: ({ id }) => ({ typeId: id }),
  },
}
