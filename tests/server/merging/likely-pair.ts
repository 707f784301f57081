import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { comparePeople } from '#server/people/find-alike.ts'
import { addPerson } from '../clinic-factory.ts'
import { oneRow } from '../rows.ts'
import { addSignedIn } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

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
export const toMerge = (kept: Seen, ...merged: Seen[]) => ({
  keep_id: kept.id,
  merge_ids: merged.map(({ id }) => id),
  seen: [kept, ...merged].map(({ id, modified }) => ({ id, modified: modified.toISOString() })),
})

/** Merges one record into another. @returns how to take it back. */
export async function mergeRecords(
  server: TestServer,
  kept: number,
  merged: number,
  fields: Record<string, number> = {},
) {
  const { ask } = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })
  const row = (id: number) => oneRow(server.database.db, 'person', id)
  const checked = { sign_ins_checked: true, contacts_checked: true }
  const body = { ...toMerge(await row(kept), await row(merged)), fields, ...checked }
  const path = '/api/admin/potential-duplicate-users/'
  const answer = await ask('POST', path, body)
  expect(answer.status, answer.text).toBe(200)
  const [merge] = answer.body['merges'] as { id: number }[]
  return {
    undo: async () => {
      const undone = await ask('POST', `${path}${merge?.id}/undo/`)
      expect(undone.status, undone.text).toBe(200)
    },
  }
}
