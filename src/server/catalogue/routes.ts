import { type InferResult, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type FoundTypes,
  type PublicAppointmentCategory,
  type PublicAppointmentType,
  publicAppointmentCategories,
  publicAppointmentTypes,
  publicSites,
  type ServicePicture,
} from '#lib/contract/catalogue.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { presentImage } from '../files/stored-images.ts'
import { estimateMinutes } from '../forms/form-rows.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { presentPublicSite, publicSiteRows } from './public-sites.ts'
import { imageRoutes } from './record-image.ts'
import { isPubliclyListed, isUnlocked, isVisibleType, visibilityOfVisitor } from './visibility.ts'

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
} satisfies Handlers

type Keyed = { key?: string | undefined }

const acceptedKey = ({ services }: Call, { key }: Keyed): string | null =>
  key !== undefined && isUnlocked(services.settings, key) ? key : null

/** A misspelling is as similar as this, of 1. */
const MISSPELT = 0.35
/** A suggestion is as similar as this, where nothing else was found. */
const SUGGESTED = 0.3
const MOST_WORDS = 10
/** Shorter stems match too much. */
const SHORTEST_STEM = 3

/** `closeness` is the same for all results; the highest `rank` comes first. */
type FoundType = { id: number; closeness: FoundTypes['closeness']; rank: number }

/**
 * Types with all the words, else with similar words, else with some. Prefixes and word forms match
 * ("jabs" finds "jab"). Names count most, then synonyms, categories and tags, then descriptions
 * (docs/decisions/0048).
 */
function foundTypes(search: string, unlocked: boolean): RawBuilder<FoundType> {
  return sql<FoundType>`(
    with forms as (
      select word, (ts_lexize('english_stem', word))[1] as stem
      from regexp_split_to_table(trim(search_words(${search})), ' ') as word
    ), searched as materialized (
      select distinct word, case when length(stem) < ${SHORTEST_STEM} then word else stem end as stem
      from forms where stem is not null limit ${MOST_WORDS}
    ), seen as materialized (
      select id, name_words, synonym_words, description_words, (${labels(unlocked)}) as label_words
      from appointment_type where ${isVisibleType(visibilityOfVisitor(unlocked))}
    ), compared as (
      select id,
        case
          when ${hasWord('name_words')} then 6
          when ${beginsWord('name_words')} then 5
          when ${beginsWord('synonym_words')} then 4
          when ${beginsWord('label_words')} then 2
          when ${beginsWord('description_words')} then 1
          else 0
        end as beginning,
        greatest(strict_word_similarity(word, name_words),
          strict_word_similarity(word, synonym_words),
          strict_word_similarity(word, label_words)) as likeness
      from seen cross join searched
    ), judged as (
      select id, sum(greatest(beginning, likeness)) as rank,
        case
          when bool_and(beginning > 0) then 1
          when bool_and(beginning > 0 or likeness >= ${MISSPELT}) then 2
          when bool_or(beginning > 0 or likeness >= ${SUGGESTED}) then 3
        end as step
      from compared group by id
    )
    select id, rank, (array['exact', 'similar', 'suggested'])[step] as closeness
    from judged where step = (select min(step) from judged))`
}

const hasWord = (column: string) =>
  sql`position(' ' || word || ' ' in ${sql.ref(column)} || ' ') > 0`

const beginsWord = (column: string) => sql`(position(' ' || word in ${sql.ref(column)}) > 0
  or position(' ' || stem in ${sql.ref(column)}) > 0)`

const labels = (unlocked: boolean) => sql`
  select coalesce(string_agg(search_words(label.name), ''), '')
  from (
    select tag.name
    from appointment_type_tagging as tagging
    join appointment_type_tag as tag on tag.id = tagging.appointment_type_tag_id
    where tagging.appointment_type_id = appointment_type.id
    union all
    select category.name
    from appointment_type_category as link
    join appointment_category as category on category.id = link.appointment_category_id
    where link.appointment_type_id = appointment_type.id and ${isPubliclyListed(unlocked)}
  ) as label`

const MOST_FOUND = 100

type TypeFilter = {
  search?: string | undefined
  slug?: string | undefined
  disabled?: boolean | undefined
  hidden?: boolean | undefined
}

function appointmentTypesQuery(executor: Executor, unlocked: boolean, filter: TypeFilter = {}) {
  return executor
    .selectFrom('appointment_type')
    .select(['id', 'name', 'slug', 'summary', 'description', 'prebooking_info', 'what_to_bring'])
    .select(['duration', 'prices', 'disabled', 'hidden'])
    .$narrowType<{ prices: ServicePrice[] }>()
    .select((query) => [
      pictureOfType(unlocked).as('picture'),
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

const pictureOfType = (unlocked: boolean) => sql<ServicePicture>`
  coalesce(nullif(appointment_type.picture, ''), (
    select around.picture
    from appointment_type_category as link
    join appointment_category as category on category.id = link.appointment_category_id
    join appointment_category as around on ${isAround}
    where link.appointment_type_id = appointment_type.id and ${isPubliclyListed(unlocked)}
    order by category.tree_id, category.lft, around.lft desc limit 1), '')`

/** Category \`around\` is \`category\` or above it, and has a picture. */
const isAround = sql`around.tree_id = category.tree_id
  and around.lft <= category.lft and around.rght >= category.rght and around.picture <> ''`

type AppointmentTypeRow = InferResult<ReturnType<typeof appointmentTypesQuery>>[number]

const searchTypes = (executor: Executor, search: string, unlocked: boolean) =>
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

function categoriesQuery(executor: Executor, unlocked: boolean) {
  return executor
    .selectFrom('appointment_category as category')
    .select(['id', 'name', 'disabled', 'hidden', 'level', 'lft', 'rght', 'tree_id', 'parent_id'])
    .select(
      sql<ServicePicture>`coalesce((
        select around.picture from appointment_category as around where ${isAround}
        order by around.lft desc limit 1), '')`.as('picture'),
    )
    .where(isPubliclyListed(unlocked))
    .orderBy('tree_id')
    .orderBy('lft')
}

type AppointmentCategoryRow = InferResult<ReturnType<typeof categoriesQuery>>[number]

type Shown = { call: Pick<Call, 'apiUrl'>; key: string | null }

const keyed = ({ key }: Shown, address: string) =>
  key === null ? address : `${address}?key=${encodeURIComponent(key)}`

function presentAppointmentType(row: AppointmentTypeRow, shown: Shown): PublicAppointmentType {
  return {
    id: row.id,
    url: keyed(shown, apiAddress(shown.call, 'public/appointmenttypes', row.id)),
    name: row.name,
    slug: row.slug,
    summary: row.summary,
    description: row.description,
    prebooking_info: row.prebooking_info,
    what_to_bring: row.what_to_bring,
    duration: row.duration,
    prices: row.prices,
    disabled: row.disabled,
    hidden: row.hidden,
    ...presentImage(row.image, shown.call.apiUrl),
    picture: row.picture,
    categories: row.category_ids.map((id) => categoryAddress(shown, id)),
    tag_ids: row.tags.map((tag) => tag.id),
    tags: row.tags,
    forms: row.forms,
  }
}

function presentAppointmentCategory(
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
    picture: row.picture,
    appointment_types: types
      .filter((type) => type.category_ids.includes(row.id))
      .map((type) => presentAppointmentType(type, shown)),
  }
}

const categoryAddress = (shown: Shown, id: number) =>
  keyed(shown, apiAddress(shown.call, 'public/appointmentcategories', id))
