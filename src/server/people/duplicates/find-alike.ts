import { sql } from 'kysely'
import {
  DUPLICATE_SCORE,
  type Likeness,
  likeness,
  plainNhsNumber,
  plainPhone,
  type Traits,
} from '#lib/duplicates/likeness.ts'
import { mistakenDates, swappedDate } from '#lib/duplicates/mistaken-dates.ts'
import type { Executor } from '../../database/connection.ts'

/** Somebody to be compared with everybody; `id` 0 is not on file yet. */
export type Sought = Traits & { id: number }
export type Alike = Likeness & { soughtId: number; otherId: number }

/** Of a number or an address that more people share, it says nothing about who they are. */
const MOST_SHARING = 60
/** Below it names do not pass as one: of the same birth date, and of one that may be mistyped. */
const LEAST_SIMILARITY = 0.25
const LEAST_SIMILARITY_OF_MISTYPED = 0.45

/**
 * Everybody on file who may be one of those sought, with what speaks for it. Compared are those who
 * share an NHS number, a birth date or one that is easily mistaken for it, a phone number or an e-mail
 * address. Merged records are nobody of their own.
 * @param only `before`: those on file before each, so that a search among everybody meets each pair once.
 */
export async function findAlike(
  executor: Executor,
  sought: readonly Sought[],
  only: 'before' | 'all' = 'all',
): Promise<Alike[]> {
  const byId = new Map(sought.map((person) => [person.id, person]))
  const { rows } = await sql<Traits & { sought_id: number; id: number }>`
    select distinct sought.id as sought_id, person.id, person.first_name, person.last_name,
      person.dob, person.nhs_number, person.mobile, person.landline, person.email, person.postcode
    from jsonb_to_recordset(${JSON.stringify(sought.map(keysOf))}::jsonb) as sought (
        id integer, name text, dob date, mistaken date[], nhs_number text, phones text[], email text)
      cross join lateral (select folded_name(sought.name) as name) as folded
      cross join lateral (
        select id from person
        where nhs_number <> '' and plain_digits(nhs_number) = sought.nhs_number
        union all
        select id from person where dob = sought.dob
          and similarity(person.folded_name, folded.name) > ${LEAST_SIMILARITY}
        union all
        select id from person where dob = any(sought.mistaken)
          and similarity(person.folded_name, folded.name) > ${LEAST_SIMILARITY_OF_MISTYPED}
        union all
        (select id from person
          where mobile <> '' and plain_phone(mobile) = any(sought.phones) limit ${MOST_SHARING})
        union all
        (select id from person
          where landline <> '' and plain_phone(landline) = any(sought.phones) limit ${MOST_SHARING})
        union all
        (select id from person
          where email <> '' and lower(email) = sought.email limit ${MOST_SHARING})
      ) as found
      join person on person.id = found.id
    where person.merged_into is null
      and case when ${only === 'before'} then person.id < sought.id else person.id <> sought.id end
    order by sought.id, person.id`.execute(executor)
  return rows.flatMap(({ sought_id, ...other }) => {
    const person = byId.get(sought_id)
    const found = person && likeness(person, other)
    return found && found.score >= DUPLICATE_SCORE
      ? [{ ...found, soughtId: sought_id, otherId: other.id }]
      : []
  })
}

/** By what somebody is looked for. */
const keysOf = (person: Sought) => ({
  id: person.id,
  name: `${person.first_name} ${person.last_name}`,
  dob: person.dob,
  mistaken: person.dob ? mistaken(person.dob) : [],
  nhs_number: plainNhsNumber(person.nhs_number) || null,
  phones: [person.mobile, person.landline].map(plainPhone).filter(Boolean),
  email: person.email.trim().toLowerCase() || null,
})

function mistaken(dob: string): string[] {
  const swapped = swappedDate(dob)
  return swapped ? [...mistakenDates(dob), swapped] : mistakenDates(dob)
}
