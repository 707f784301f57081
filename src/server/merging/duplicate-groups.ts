import { sql } from 'kysely'
import { type ComparedPerson, type DuplicateGroup, mergedFields } from '#lib/contract/merging.ts'
import { likenessReasons } from '#lib/merging/likeness.ts'
import { can } from '#lib/policy/policy.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { LISTED_COLUMNS, presentUserRow } from '../people/present.ts'
import { areManaged, type Kinds, managedBy } from './may-merge.ts'

const MOST_SHOWN = 20

export async function listDuplicateGroups(
  call: SignedInCall,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; results: DuplicateGroup[] }> {
  return await call.services.db.transaction().execute(async (tx) => {
    // Groups need all pairs, so these are read with their score only.
    const groups = connectedGroups(await openPairs(tx, managedBy(call.viewer)))
    const shown = groups
      .slice((page - 1) * page_size, page * page_size)
      .map(({ ids, score }) => ({ score, size: ids.length, ids: ids.slice(0, MOST_SHOWN) }))
    const ids = shown.flatMap((group) => group.ids)
    const people = new Map((await compared(tx, ids, call)).map((one) => [one.id, one]))
    const pairs = await pairsWithReasons(tx, ids)
    await auditReads(tx, call, {
      action: 'person.listed',
      subjectType: 'person',
      view: { duplicates: true, page },
      patientIds: ids,
    })
    const results = shown.map(({ ids: members, score, size }): DuplicateGroup => {
      const own = pairs.filter(({ person_id }) => members.includes(person_id))
      return {
        id: members[0] ?? 0,
        score,
        size,
        pairs: own,
        reasons: own[0]?.reasons ?? [],
        people: members.flatMap((id) => people.get(id) ?? []),
      }
    })
    return { count: groups.length, results }
  })
}

async function openPairs(executor: Executor, managed: Kinds) {
  return await executor
    .selectFrom('duplicate_candidate as pair')
    .innerJoin('person as one', 'one.id', 'pair.person_id')
    .innerJoin('person as other', 'other.id', 'pair.other_id')
    .where('not_same_at', 'is', null)
    .where('one.merged_into', 'is', null)
    .where('other.merged_into', 'is', null)
    .where(areManaged(managed, 'one', 'other'))
    .select(['person_id', 'other_id', 'score'])
    .execute()
}

async function pairsWithReasons(executor: Executor, ids: readonly number[]) {
  const pairs = await executor
    .selectFrom('duplicate_candidate')
    .where('not_same_at', 'is', null)
    .where(sql<boolean>`person_id = any(${ids}::integer[]) and other_id = any(${ids}::integer[])`)
    .select(['person_id', 'other_id', 'score', 'reasons'])
    .orderBy('score', 'desc')
    .orderBy('person_id')
    .orderBy('other_id')
    .execute()
  return pairs.map((pair) => ({ ...pair, reasons: pair.reasons.map(formatReason) }))
}

/** Unknown reasons keep their name. */
const formatReason = (reason: string) =>
  Object.hasOwn(likenessReasons, reason)
    ? likenessReasons[reason as keyof typeof likenessReasons]
    : reason

async function compared(
  executor: Executor,
  ids: readonly number[],
  call: SignedInCall,
): Promise<ComparedPerson[]> {
  const rows = await executor
    .selectFrom('person')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
    .where(sql<boolean>`person.id = any(${ids}::integer[])`)
    .select(LISTED_COLUMNS.map((column) => `person.${column}` as const))
    .select(['title', 'landline', 'gender', 'is_guest', 'unverified', 'created'])
    .select('person.modified')
    .select(['person.address1', 'person.address2', 'person.city', 'person.county', 'person.nation'])
    .select(['gp_surgery.id as surgeryId', 'gp_surgery.name as surgeryName'])
    .select(
      sql<boolean>`exists (select from account where person_id = person.id)`.as('has_account'),
    )
    .select(
      sql<boolean>`is_staff or is_superuser or exists (select from staff where person_id = person.id)`.as(
        'works_here',
      ),
    )
    .select(
      sql<number>`(select count(*) from appointment
        where patient_id = person.id and status <> 'held')`.as('appointments'),
    )
    .execute()
  return rows.map(({ surgeryId, surgeryName, ...row }) => ({
    ...presentUserRow(row, call),
    title: row.title,
    landline: row.landline,
    gender: row.gender,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    county: row.county,
    nation: row.nation,
    is_guest: row.is_guest,
    has_account: row.has_account,
    works_here: row.works_here,
    appointments: can(call.viewer, 'appointment.see') ? row.appointments : null,
    unverified: mergedFields.filter((field) => row.unverified.includes(field)),
    gp_surgery: surgeryId && surgeryName ? { id: surgeryId, name: surgeryName } : null,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  }))
}

type Pair = { person_id: number; other_id: number; score: number }

type ConnectedGroup = { ids: number[]; score: number }

function connectedGroups(pairs: readonly Pair[]): ConnectedGroup[] {
  const parents = new Map<number, number>()
  const findRoot = (id: number): number => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) {
      const above = parents.get(parent)
      if (above !== undefined) parents.set(root, above)
      root = parent
    }
    return root
  }
  for (const { person_id, other_id } of pairs) {
    const [one, other] = [findRoot(person_id), findRoot(other_id)]
    if (one !== other) parents.set(Math.max(one, other), Math.min(one, other))
  }
  const groups = new Map<number, { ids: Set<number>; score: number }>()
  for (const { person_id, other_id, score } of pairs) {
    const root = findRoot(person_id)
    const group = groups.get(root) ?? { ids: new Set(), score: 0 }
    group.ids.add(person_id).add(other_id)
    group.score = Math.max(group.score, score)
    groups.set(root, group)
  }
  return [...groups]
    .toSorted(([a, one], [b, other]) => other.score - one.score || a - b)
    .map(([, { ids, score }]) => ({ ids: [...ids].toSorted((a, b) => a - b), score }))
}
