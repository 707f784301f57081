import { sql } from 'kysely'
import type { ComparedPerson, DuplicateGroup } from '#lib/contract/duplicates.ts'
import { connectedGroups } from '#lib/duplicates/connected-groups.ts'
import { likenessReasons } from '#lib/duplicates/likeness.ts'
import { actorOf, audit } from '../../audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { patientsRead } from '../../patients-read.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { LISTED_COLUMNS } from '../people-list.ts'
import { presentListedUser } from '../present.ts'
import { managedBy } from './may-merge.ts'

/** More than somebody compares at once. */
const MOST_SHOWN = 20

/** One page of groups of people who may be one; the trail notes whose names were read. */
export async function listDuplicateGroups(
  call: SignedInCall,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; results: DuplicateGroup[] }> {
  return await call.services.db.transaction().execute(async (tx) => {
    const pairs = await openPairs(tx, managedBy(call.viewer.permissions))
    const groups = connectedGroups(pairs)
    const shown = groups.slice((page - 1) * page_size, page * page_size)
    const ids = shown.flatMap((group) => group.ids.slice(0, MOST_SHOWN))
    const people = new Map((await compared(tx, ids, call.apiUrl)).map((one) => [one.id, one]))
    await patientsRead(tx, call, {
      action: 'person.listed',
      subjectType: 'person',
      view: { duplicates: true, page },
      patientIds: ids,
    })
    const results = shown.map(({ ids: members, score }): DuplicateGroup => {
      const inGroup = new Set(members.slice(0, MOST_SHOWN))
      const own = pairs
        .filter(({ person_id, other_id }) => inGroup.has(person_id) && inGroup.has(other_id))
        .map((pair) => ({ ...pair, reasons: pair.reasons.map(inWords) }))
      return {
        id: members[0] ?? 0,
        ...{ score, size: members.length, pairs: own, reasons: own[0]?.reasons ?? [] },
        people: [...inGroup].flatMap((id) => people.get(id) ?? []),
      }
    })
    return { count: groups.length, results }
  })
}

/** Pairs about which nothing is decided, the likeliest first, of those whom somebody manages. */
async function openPairs(executor: Executor, managed: ReturnType<typeof managedBy>) {
  return await executor
    .selectFrom('duplicate_candidate as pair')
    .innerJoin('person as one', 'one.id', 'pair.person_id')
    .innerJoin('person as other', 'other.id', 'pair.other_id')
    .where('not_same_at', 'is', null)
    .where('one.merged_into', 'is', null)
    .where('other.merged_into', 'is', null)
    .$if(!managed.guests, (rows) =>
      rows.where('one.is_guest', '=', false).where('other.is_guest', '=', false),
    )
    .$if(!managed.people, (rows) =>
      rows.where('one.is_guest', '=', true).where('other.is_guest', '=', true),
    )
    .select(['person_id', 'other_id', 'score', 'reasons'])
    .orderBy('score', 'desc')
    .orderBy('person_id')
    .orderBy('other_id')
    .execute()
}

/** A reason that no release knows any more is left as it is called. */
const inWords = (reason: string) =>
  Object.hasOwn(likenessReasons, reason)
    ? likenessReasons[reason as keyof typeof likenessReasons]
    : reason

async function compared(
  executor: Executor,
  ids: readonly number[],
  apiUrl: string,
): Promise<ComparedPerson[]> {
  const rows = await executor
    .selectFrom('person')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
    .where(sql<boolean>`person.id = any(${ids}::integer[])`)
    .select(LISTED_COLUMNS.map((column) => `person.${column}` as const))
    .select(['title', 'landline', 'gender', 'is_guest', 'created', 'person.modified'])
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
    ...presentListedUser(row, apiUrl),
    ...{ title: row.title, landline: row.landline, gender: row.gender },
    ...{ address1: row.address1, address2: row.address2, city: row.city },
    ...{ county: row.county, nation: row.nation },
    ...{ is_guest: row.is_guest, has_account: row.has_account, works_here: row.works_here },
    appointments: row.appointments,
    gp_surgery: surgeryId && surgeryName ? { id: surgeryId, name: surgeryName } : null,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  }))
}

/**
 * Remembers that none of these people is another of them.
 * @throws Refusal `not_allowed` for somebody whom the viewer does not manage, `not_found` for who was
 *   merged.
 */
export async function sayNotTheSame(call: SignedInCall, given: readonly number[]): Promise<void> {
  const managed = managedBy(call.viewer.permissions)
  const ids = [...new Set(given)].toSorted((a, b) => a - b)
  await call.services.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('person')
      .select(['id', 'is_guest'])
      .where('id', 'in', ids)
      .where('merged_into', 'is', null)
      .execute()
    const isManaged = rows.every(({ is_guest }) => (is_guest ? managed.guests : managed.people))
    if (rows.length < ids.length) throw notFound('One of these people')
    if (!isManaged) throw new Refusal('not_allowed', 'You may not decide about these people.')
    await sql`
      insert into duplicate_candidate (person_id, other_id, score, reasons, not_same_at, not_same_by)
      select one, other, 0, '{}', now(), ${call.viewer.personId}
      from unnest(${ids}::integer[]) as one join unnest(${ids}::integer[]) as other on one < other
      order by one, other
      on conflict (person_id, other_id) do update
        set not_same_at = excluded.not_same_at, not_same_by = excluded.not_same_by`.execute(tx)
    await audit(tx, call, {
      actor: actorOf(call.viewer),
      action: 'person.not_the_same',
      subjectType: 'person',
      subjectId: ids[0] ?? 0,
      patientId: null,
      patientIds: ids,
    })
  })
}
