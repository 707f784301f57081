import { randomUUID } from 'node:crypto'
import type { Database } from '#server/database/connection.ts'
import { comparePeople } from '#server/people/duplicates/compare-people.ts'
import { addPerson } from '../../clinic-factory.ts'

/** Two records that may be one person, found as the background work finds them. */
export async function addLikelyPair(
  db: Database,
  given: Record<string, unknown> = {},
  other: Record<string, unknown> = {},
) {
  const same = { first_name: 'Rosa', last_name: familyName(), dob: '1983-02-11' }
  const kept = await addPerson(db, { ...same, ...given })
  const merged = await addPerson(db, { ...same, ...given, ...other })
  await comparePeople(db, [merged.id])
  return { kept, merged }
}

/** A name like no other, in letters: digits are no part of a name. */
const familyName = () =>
  randomUUID()
    .replace(/[^a-f]/g, (character) => `g${character}`)
    .replace(/[\d-]/g, (digit) => 'hijklmnopq'[Number(digit)] ?? 'r')

type Seen = { id: number; modified: Date }

/** What a merge of them asks for. */
export const mergeOf = (kept: Seen, ...merged: Seen[]) => ({
  keep_id: kept.id,
  merge_ids: merged.map(({ id }) => id),
  seen: [kept, ...merged].map(({ id, modified }) => ({ id, modified: modified.toISOString() })),
})
