import { type InferResult, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { estimateMinutes } from '../forms/form-minutes.ts'
import { isPubliclyListed, isVisibleType } from './publicly-listed.ts'
import { foundTypes } from './search-types.ts'
import { visibilityOfVisitor } from './visibility.ts'

const MOST_FOUND = 100

export type TypeFilter = {
  search?: string | undefined
  slug?: string | undefined
  disabled?: boolean | undefined
  hidden?: boolean | undefined
}

export function appointmentTypesQuery(
  executor: Executor,
  unlocked: boolean,
  filter: TypeFilter = {},
) {
  return executor
    .selectFrom('appointment_type')
    .select(['id', 'name', 'slug', 'description', 'prebooking_info', 'duration'])
    .select(['disabled', 'hidden'])
    .select((query) => [
      jsonObjectFrom(
        query
          .selectFrom('stored_image')
          .whereRef('stored_image.key', '=', 'appointment_type.image')
          .select(['stored_image.key', 'stored_image.width', 'stored_image.height']),
      ).as('image'),
      jsonArrayFrom(
        query
          .selectFrom('appointment_type_tagging as tagging')
          .innerJoin('appointment_type_tag as tag', 'tag.id', 'tagging.appointment_type_tag_id')
          .whereRef('tagging.appointment_type_id', '=', 'appointment_type.id')
          .select(['tag.id', 'tag.name', 'tag.slug'])
          .orderBy(inNameOrder('tag.name'))
          .orderBy('tag.id'),
      ).as('tags'),
      jsonArrayFrom(
        query
          .selectFrom('appointment_type_patient_form as needed')
          .innerJoin('eform', 'eform.id', 'needed.eform_id')
          .whereRef('needed.appointment_type_id', '=', 'appointment_type.id')
          .where('eform.archived', '=', false)
          .select([
            sql<string>`coalesce(nullif(eform.title, ''), eform.name)`.as('title'),
            estimateMinutes('eform').as('minutes'),
          ])
          .orderBy('needed.position')
          .orderBy('eform.id'),
      ).as('forms'),
      query
        .selectFrom('appointment_type_category as link')
        .innerJoin(
          'appointment_category as category',
          'category.id',
          'link.appointment_category_id',
        )
        .whereRef('link.appointment_type_id', '=', 'appointment_type.id')
        .where(isPubliclyListed(unlocked))
        .select(
          sql<number[]>`coalesce(array_agg(category.id order by category.id), '{}')`.as('ids'),
        )
        .$asScalar()
        .$notNull()
        .as('category_ids'),
    ])
    .where(isVisibleType(visibilityOfVisitor(unlocked)))
    .$if(Boolean(filter.search), (rows) =>
      rows.where(sql<boolean>`appointment_type.id in (
        select id from ${foundTypes(filter.search ?? '', unlocked)} as found
        where closeness <> 'suggested')`),
    )
    .$if(filter.slug !== undefined, (rows) => rows.where('slug', '=', filter.slug ?? ''))
    .$if(filter.disabled !== undefined, (rows) =>
      rows.where('disabled', '=', filter.disabled ?? false),
    )
    .$if(filter.hidden !== undefined, (rows) => rows.where('hidden', '=', filter.hidden ?? false))
}

export type AppointmentTypeRow = InferResult<ReturnType<typeof appointmentTypesQuery>>[number]

export const searchTypes = (executor: Executor, search: string, unlocked: boolean) =>
  executor
    .selectFrom(appointmentTypesQuery(executor, unlocked).as('type'))
    .innerJoin(foundTypes(search, unlocked).as<'found'>('found'), 'found.id', 'type.id')
    .selectAll('type')
    .select('found.closeness')
    .orderBy('found.rank', 'desc')
    .orderBy(inNameOrder('type.name'))
    .orderBy('type.id')
    .limit(MOST_FOUND)
    .execute()

export function categoriesQuery(executor: Executor, unlocked: boolean) {
  return executor
    .selectFrom('appointment_category as category')
    .select(['id', 'name', 'disabled', 'hidden', 'level', 'lft', 'rght', 'tree_id', 'parent_id'])
    .where(isPubliclyListed(unlocked))
    .orderBy('tree_id')
    .orderBy('lft')
}

export type AppointmentCategoryRow = InferResult<ReturnType<typeof categoriesQuery>>[number]
