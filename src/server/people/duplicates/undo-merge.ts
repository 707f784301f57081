import { sql } from 'kysely'
import type { Merge } from '#lib/contract/duplicates.ts'
import { actorOf, audit } from '../../audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { lockPeople, type UserRow } from '../user-rows.ts'
import { announcePatient } from './announce-patient.ts'
import { checkMayMerge } from './may-merge.ts'
import { type Changed, found } from './merge-people.ts'
import { explainMergeBroken } from './merge-problems.ts'
import type { ChangedColumns } from './merged-fields.ts'
import { listedMerges } from './merges.ts'
import { MovedRecords, moveBack } from './move-records.ts'

/**
 * Takes a merge back: what moved and is still there goes back, the closed record opens again, and
 * fields of the other that nobody has changed since are as they were.
 * @throws Refusal `conflict` that says what forbids it, `not_allowed` by the rules of `may-merge.ts`.
 */
export async function undoMerge(call: SignedInCall, mergeId: number): Promise<Merge> {
  const merge = await call.services.db
    .transaction()
    .execute((tx) => undo(tx, call, mergeId))
    .catch(explainMergeBroken)
  await announcePatient(call.services, merge.kept.id, merge.merged.id)
  return merge
}

async function undo(tx: Executor, call: SignedInCall, mergeId: number): Promise<Merge> {
  const row = await tx
    .selectFrom('person_merge')
    .selectAll()
    .where('id', '=', mergeId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('This merge')
  const { personId } = call.viewer
  await lockPeople(tx, [personId, row.kept_id, row.merged_id])
  const actor = await found(tx, personId)
  const [kept, merged] = [await found(tx, row.kept_id), await found(tx, row.merged_id)]
  checkMayMerge(call, actor, [kept, merged])
  if (row.undone_at) throw new Refusal('conflict', 'This merge has been taken back already.')
  await refuseLater(tx, kept)

  await moveBack(tx, MovedRecords.parse(row.moved), kept.id, merged.id)
  const changed = row.changed as Changed
  // A user name goes back before it is taken again.
  await restore(tx, kept, changed.kept)
  await restore(tx, merged, changed.merged, { merged_into: null })
  await tx
    .updateTable('person_merge')
    .set({ undone_at: sql<Date>`clock_timestamp()`, undone_by: personId })
    .where('id', '=', mergeId)
    .execute()
  await audit(tx, call, {
    actor: actorOf(call.viewer),
    action: 'person.merge_undone',
    subjectType: 'person',
    subjectId: kept.id,
    patientId: kept.id,
    patientIds: [kept.id, merged.id],
    change: { merged: [merged.id] },
  })
  const [listed] = await listedMerges(tx, [mergeId])
  if (!listed) throw notFound('This merge')
  return listed
}

/** Whoever was merged on is not there to give anything back. */
async function refuseLater(tx: Executor, { merged_into, full_name }: UserRow): Promise<void> {
  if (merged_into === null) return
  const into = await found(tx, merged_into)
  throw new Refusal(
    'conflict',
    `${full_name} has since been merged into ${into.full_name}. Take that back first.`,
  )
}

/** What is still as the merge wrote it becomes what it was; what was changed since stays. */
async function restore(
  tx: Executor,
  person: UserRow,
  changed: ChangedColumns,
  more: { merged_into?: null } = {},
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(changed).flatMap(([column, [before, after]]) =>
      person[column as keyof UserRow] === after ? [[column, before]] : [],
    ),
  )
  await tx
    .updateTable('person')
    .set({ ...values, ...more, modified: sql<Date>`clock_timestamp()` })
    .where('id', '=', person.id)
    .execute()
}
