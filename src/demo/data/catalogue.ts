import type { Executor } from '#server/database/connection.ts'
import type { DemoAppointmentType } from './appointment-types/demo-appointment-type.ts'
import { HEALTH_CHECKS } from './appointment-types/health-checks.ts'
import { MEDICINES_AND_WELLBEING } from './appointment-types/medicines-and-wellbeing.ts'
import { MINOR_ILLNESS } from './appointment-types/minor-illness.ts'
import { TRAVEL } from './appointment-types/travel.ts'
import { VACCINATIONS } from './appointment-types/vaccinations.ts'
import { WORKPLACE } from './appointment-types/workplace.ts'
import type { CompetencyName } from './competencies.ts'
import { lookUp } from './look-up.ts'

type Category = {
  name: string
  hidden?: true
  types: readonly DemoAppointmentType[]
  children?: readonly Category[]
}

const CATEGORIES: readonly Category[] = [
  {
    name: 'Vaccinations',
    types: VACCINATIONS,
    children: [{ name: 'Travel vaccinations', types: TRAVEL }],
  },
  { name: 'Minor illness', types: MINOR_ILLNESS },
  { name: 'Health checks and tests', types: HEALTH_CHECKS },
  { name: 'Medicines and wellbeing', types: MEDICINES_AND_WELLBEING },
  { name: 'Workplace health', hidden: true, types: WORKPLACE },
]

export type InsertedType = DemoAppointmentType & { id: number; required: number[] }

export async function insertCatalogue(
  executor: Executor,
  competencyIds: ReadonlyMap<CompetencyName, number>,
  modified: Date,
): Promise<Map<string, InsertedType>> {
  const categories = await insertCategories(executor, modified)
  const types = categories.flatMap((category) => category.types)
  const rows = await executor
    .insertInto('appointment_type')
    .values(
      types.map(
        ({ slug, name, duration, synonyms, description, prebooking, hidden, disabled }) => ({
          slug,
          name,
          duration,
          synonyms,
          description,
          prebooking_info: prebooking,
          hidden: hidden ?? false,
          disabled: disabled ?? false,
          modified,
        }),
      ),
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
