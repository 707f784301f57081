import { z } from 'zod'
import { ServicePicture } from '#lib/contract/catalogue.ts'
import { ServicePrice } from '#lib/contract/fields.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'
import services from './services.json' with { type: 'json' }

/** An appointment type; `duration` in minutes, `suits` in whole years. */
const demoType = z.strictObject({
  slug: z.string(),
  name: z.string(),
  duration: z.int(),
  /** Other words that visitors search for it by. */
  synonyms: z.string(),
  summary: z.string(),
  description: z.string(),
  prebooking: z.string(),
  bring: z.string(),
  prices: z.array(ServicePrice),
  /** Left out, it is that of its category. */
  picture: ServicePicture.default(''),
  competencies: z.array(z.string()),
  /** What it can end with; the usual one first. */
  outcomes: z.tuple([z.string()], z.string()),
  tags: z.array(z.string()),
  hidden: z.literal(true).optional(),
  disabled: z.literal(true).optional(),
  /** Somebody comes again after so many days; left out: not within the months of the demonstration. */
  againAfterDays: z.int().optional(),
  /** Whom it is for, so that nobody is booked into what cannot be theirs. */
  suits: z
    .strictObject({
      sex: z.literal('female').optional(),
      youngest: z.int().optional(),
      oldest: z.int().optional(),
    })
    .optional(),
})
const category = z.strictObject({
  name: z.string(),
  picture: ServicePicture.default(''),
  hidden: z.literal(true).optional(),
  types: z.array(demoType),
})
type Category = z.infer<typeof category> & { children?: Category[] | undefined }

const CATEGORIES: Category[] = z
  .array(category.extend({ children: z.array(category).optional() }))
  .parse(services)

export type InsertedType = z.infer<typeof demoType> & { id: number; required: number[] }

export async function insertCatalogue(
  executor: Executor,
  competencyIds: ReadonlyMap<string, number>,
  modified: Date,
): Promise<Map<string, InsertedType>> {
  const categories = await insertCategories(executor, modified)
  const types = categories.flatMap((category) => category.types)
  const rows = await executor
    .insertInto('appointment_type')
    .values(
      types.map(({ slug, name, duration, synonyms, summary, description, picture, ...type }) => ({
        slug,
        name,
        duration,
        synonyms,
        summary,
        description,
        picture,
        prebooking_info: type.prebooking,
        what_to_bring: type.bring,
        prices: JSON.stringify(type.prices),
        hidden: type.hidden ?? false,
        disabled: type.disabled ?? false,
        modified,
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  const idBySlug = new Map(rows.map(({ id, slug }) => [slug, id]))
  const insertedTypes = types.map((type) => ({
    ...type,
    id: lookUp(idBySlug, type.slug),
    required: type.competencies.map((name) => lookUp(competencyIds, name)),
  }))

  await executor
    .insertInto('appointment_type_category')
    .values(
      categories.flatMap((category) =>
        category.types.map(({ slug }) => ({
          appointment_type_id: lookUp(idBySlug, slug),
          appointment_category_id: category.id,
        })),
      ),
    )
    .execute()
  await executor
    .insertInto('appointment_type_competency')
    .values(
      insertedTypes.flatMap(({ id, required }) =>
        required.map((competency_id) => ({ appointment_type_id: id, competency_id })),
      ),
    )
    .execute()
  await insertTags(executor, insertedTypes, modified)
  return new Map(insertedTypes.map((type) => [type.slug, type]))
}

async function insertCategories(
  executor: Executor,
  modified: Date,
): Promise<(Category & { id: number })[]> {
  const inserted: (Category & { id: number })[] = []
  const insert = async (
    category: Category,
    at: { treeId: number; level: number; left: number; parentId: number | null },
  ): Promise<number> => {
    const right = at.left + 2 * descendants(category) + 1
    const { id } = await executor
      .insertInto('appointment_category')
      .values({
        name: category.name,
        picture: category.picture,
        hidden: category.hidden ?? false,
        parent_id: at.parentId,
        tree_id: at.treeId,
        level: at.level,
        lft: at.left,
        rght: right,
        modified,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    inserted.push({ ...category, id })
    let left = at.left + 1
    for (const child of category.children ?? []) {
      left = (await insert(child, { ...at, level: at.level + 1, left, parentId: id })) + 1
    }
    return right
  }
  for (const [index, category] of CATEGORIES.entries()) {
    await insert(category, { treeId: index + 1, level: 0, left: 1, parentId: null })
  }
  return inserted
}

function descendants({ children = [] }: Category): number {
  return children.reduce((sum, child) => sum + 1 + descendants(child), 0)
}

async function insertTags(
  executor: Executor,
  types: readonly InsertedType[],
  modified: Date,
): Promise<void> {
  const names = [...new Set(types.flatMap(({ tags }) => tags))]
  const rows = await executor
    .insertInto('appointment_type_tag')
    .values(
      names.map((name) => ({ name, slug: name.toLowerCase().replaceAll(' ', '-'), modified })),
    )
    .returning(['id', 'name'])
    .execute()
  const idByName = new Map(rows.map(({ id, name }) => [name, id]))
  await executor
    .insertInto('appointment_type_tagging')
    .values(
      types.flatMap(({ id, tags }) =>
        tags.map((name) => ({
          appointment_type_id: id,
          appointment_type_tag_id: lookUp(idByName, name),
        })),
      ),
    )
    .execute()
}
