import { type RawBuilder, sql } from 'kysely'
import {
  DUPLICATE_SCORE,
  type Likeness,
  likeness,
  plainNhsNumber,
  plainPhone,
  type Traits,
} from '#lib/merging/likeness.ts'
import { mistakenDates, swappedDate } from '#lib/merging/mistaken-dates.ts'
import type { Executor } from '../database/connection.ts'

type Sought = Traits & { id: number }
type Alike = Likeness & { soughtId: number; otherId: number }

const TRAIT_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'landline',
  'email',
  'postcode',
] as const

/** Shared by more people, a number or address says nothing. */
export const MOST_SHARING = 60
/** Names must be so similar for the same birth date or contact. */
const LEAST_SIMILARITY = 0.25
const LEAST_SIMILARITY_OF_REACHED = 0.1

/**
 * Finds people who share an NHS number, a birth date and part of a name, a name and a similar birth
 * date, or a phone or email. Leaves out merged records.
 * @param only `before`: on file earlier, so that a search meets each pair once.
 */
export async function findAlike(
  executor: Executor,
  sought: readonly Sought[],
  only: 'before' | 'all' = 'all',
): Promise<Alike[]> {
  const pairs = await findPairs(executor, sought, only)
  const others = await executor
    .selectFrom('person')
    .select(TRAIT_COLUMNS)
    .where(sql<boolean>`id = any(${[...new Set(pairs.map(({ id }) => id))]}::integer[])`)
    .where('merged_into', 'is', null)
    .execute()
  const soughtById = new Map(sought.map((person) => [person.id, person]))
  const otherById = new Map(others.map((person) => [person.id, person]))
  return pairs.flatMap(({ sought_id, id }) => {
    const [person, other] = [soughtById.get(sought_id), otherById.get(id)]
    if (!person || !other) return []
    const found = likeness(person, other)
    return found.score < DUPLICATE_SCORE ? [] : [{ ...found, soughtId: sought_id, otherId: id }]
  })
}

async function findPairs(executor: Executor, sought: readonly Sought[], only: 'before' | 'all') {
  const isInScope = only === 'before' ? sql`found.id < sought.id` : sql`found.id <> sought.id`
  const isReached = sql`reached.shared_by <= ${MOST_SHARING}
    and similarity(reached.folded_name, sought.name) > ${LEAST_SIMILARITY_OF_REACHED}`
  const { rows } = await sql<{ sought_id: number; id: number }>`
    -- Once for each: folding a name costs more than comparing it.
    with sought as materialized (
      select id, folded_name(name) as name, dob, mistaken, nhs_number, phones, email
      from jsonb_to_recordset(${JSON.stringify(sought.map(toKeys))}::jsonb) as given (
        id integer, name text, dob date, mistaken date[], nhs_number text, phones text[], email text)
    )
    select distinct sought.id as sought_id, found.id
    from sought
      cross join lateral (
        select id from person
        where nhs_number <> '' and plain_digits(nhs_number) = sought.nhs_number
        union all
        select id from person where dob = sought.dob
          and similarity(person.folded_name, sought.name) > ${LEAST_SIMILARITY}
        union all
        select id from person where dob = any(sought.mistaken) and folded_name = sought.name
        union all
        select reached.id from unnest(sought.phones) as phone cross join lateral (
          (${sharing(sql`mobile <> '' and plain_phone(mobile) = phone`)})
          union all
          (${sharing(sql`landline <> '' and plain_phone(landline) = phone`)})
        ) as reached
        where ${isReached}
        union all
        select reached.id
        from (${sharing(sql`email <> '' and lower(email) = sought.email`)}) as reached
        where ${isReached}
      ) as found
    where ${isInScope}
    order by 1, 2`.execute(executor)
  return rows
}

/** Counts up to one more than the limit. */
const sharing = (hasIt: RawBuilder<unknown>) => sql`
  select id, folded_name, count(*) over () as shared_by
  from (select id, folded_name from person where ${hasIt} limit ${MOST_SHARING + 1}) as all_of_them`

const toKeys = (person: Sought) => ({
  id: person.id,
  // PostgreSQL refuses half a character.
  name: `${person.first_name} ${person.last_name}`.toWellFormed(),
  dob: person.dob,
  mistaken: person.dob ? mistaken(person.dob) : [],
  nhs_number: plainNhsNumber(person.nhs_number) || null,
  phones: [person.mobile, person.landline].map(plainPhone).filter(Boolean),
  email: person.email.trim().toLowerCase().toWellFormed() || null,
})

function mistaken(dob: string): string[] {
  const swapped = swappedDate(dob)
  return swapped ? [...mistakenDates(dob), swapped] : mistakenDates(dob)
}

/**
 * Replaces the pairs found of these people, compared with everybody or (`before`) with those on
 * file earlier. Decided pairs stay.
 * @returns how many pairs there are.
 */
export async function comparePeople(
  executor: Executor,
  ids: readonly number[],
  only: 'before' | 'all' = 'all',
): Promise<number> {
  const people = await executor
    .selectFrom('person')
    .select(TRAIT_COLUMNS)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .where('merged_into', 'is', null)
    .execute()
  const alike = await findAlike(executor, people, only)
  const pairs = alike.map(({ soughtId, otherId, score, reasons }) => ({
    person_id: Math.min(soughtId, otherId),
    other_id: Math.max(soughtId, otherId),
    score,
    reasons,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
    as found (person_id integer, other_id integer, score smallint, reasons text[])`
  await sql`
    delete from duplicate_candidate as known
    where not_same_at is null
      and (other_id = any(${ids}::integer[])
        or ${only === 'all'} and person_id = any(${ids}::integer[]))
      and not exists (select from ${given}
        where found.person_id = known.person_id and found.other_id = known.other_id)`.execute(
    executor,
  )
  // In one order, so that two searches wait for each other.
  await sql`
    insert into duplicate_candidate as known (person_id, other_id, score, reasons)
    select distinct on (person_id, other_id) person_id, other_id, score, reasons from ${given}
    order by person_id, other_id
    on conflict (person_id, other_id) do update
      set score = excluded.score, reasons = excluded.reasons
      where (known.score, known.reasons) is distinct from (excluded.score, excluded.reasons)`.execute(
    executor,
  )
  return pairs.length
}
