import { type Selectable, sql } from 'kysely'
import type { Merge } from '#lib/contract/merging.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { allowNextSignIns } from '../identity/accounts.ts'
import { dropTokensWithMoreAccess, endLinksToOthers } from '../identity/guest-links.ts'
import { lockPeople, type UserRow } from '../people/user-rows.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { announcePatient } from './announce-patient.ts'
import { checkMayMerge } from './may-merge.ts'
import { type MergeChange, marked, orNotFound, writePerson } from './merge-people.ts'
import { explainMergeBroken } from './merge-problems.ts'
import { type ChangedColumns, columnHistories, unmergeFields } from './merged-fields.ts'
import { listMerges } from './merges.ts'
import { MovedRecords, moveBack, moveRecords } from './move-records.ts'

/**
 * Moves back what still exists, opens the closed record, and gives unchanged fields the value
 * without the merge, in whatever order merges are undone.
 * @throws Refusal `conflict` with the reason; `not_allowed` by `may-merge.ts`.
 */
export async function undoMerge(call: SignedInCall, mergeId: number): Promise<Merge> {
  const merge = await retried(() =>
    call.services.db.transaction().execute((tx) => undo(tx, call, mergeId)),
  ).catch(explainMergeBroken)
  await announcePatient(call.services, merge.kept.id, merge.merged.id)
  return merge
}

async function undo(tx: Executor, call: SignedInCall, mergeId: number): Promise<Merge> {
  const { personId } = call.viewer
  const row = await lockMerge(tx, mergeId, personId)
  const actor = await orNotFound(tx, personId)
  const [kept, merged] = [await orNotFound(tx, row.kept_id), await orNotFound(tx, row.merged_id)]
  checkMayMerge(call, actor, [kept, merged])
  if (row.undone_at) throw new Refusal('conflict', 'This merge has already been undone.')
  await refuseLater(tx, kept)

  const later = await laterMerges(tx, row)
  const change = parseChange(row, kept)
  const restored = unmergeFields(
    kept,
    change.layers,
    later.map((merge) => parseChange(merge, kept).layers),
  )
  const { changed, unverified } = restored.columns
  // The kept record gives the username back first.
  const { username, ...others } = changed
  if (username !== undefined) await writePerson(tx, kept.id, { username })
  const reopened = Object.entries(change.merged).flatMap(([column, [before, after]]) =>
    merged[column as keyof UserRow] === after ? [[column, before]] : [],
  )
  await writePerson(tx, merged.id, { ...Object.fromEntries(reopened), merged_into: null })
  await moveBack(tx, MovedRecords.parse(row.moved), kept.id, merged.id)
  // It comes after it, because links that were sent to an address that goes back end.
  await writePerson(tx, kept.id, { ...others, unverified: marked(unverified) })
  for (const [index, merge] of later.entries()) {
    const history = restored.later[index] ?? {}
    await reapply(tx, merge, { ...parseChange(merge, kept), layers: history })
  }
  await tx
    .updateTable('person_merge')
    .set({ undone_at: sql<Date>`clock_timestamp()`, undone_by: personId })
    .where('id', '=', mergeId)
    .execute()
  await allowNextSignIns(tx, [kept.id, merged.id])
  await dropTokensWithMoreAccess(tx, kept.id, row.merged_at)
  await endLinksToOthers(tx, kept.id, merged.id)
  await auditByViewer(tx, call, {
    action: 'person.merge_undone',
    subjectType: 'person',
    subjectId: kept.id,
    patientId: kept.id,
    patientIds: [kept.id, merged.id],
    change: { merged: [merged.id] },
  })
  const [listed] = await listMerges(tx, [mergeId])
  if (!listed) throw notFound('This merge')
  return listed
}

type MergeRow = Selectable<DB['person_merge']>

/** It locks in the order in which merging locks. */
async function lockMerge(tx: Executor, id: number, actorId: number): Promise<MergeRow> {
  const merges = tx.selectFrom('person_merge').selectAll().where('id', '=', id)
  const known = await merges.executeTakeFirstOrThrow(() => notFound('This merge'))
  await lockPeople(tx, [actorId, known.kept_id, known.merged_id])
  return await merges.forUpdate().executeTakeFirstOrThrow()
}

const laterMerges = (tx: Executor, { id, kept_id }: MergeRow): Promise<MergeRow[]> =>
  tx
    .selectFrom('person_merge')
    .selectAll()
    .where('kept_id', '=', kept_id)
    .where('undone_at', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .execute()

function parseChange({ changed }: MergeRow, kept: UserRow): MergeChange {
  const known = changed as unknown as MergeChange | EarlierChange
  if ('layers' in known) return known
  const history = columnHistories(kept, known.kept)
  return { layers: history, merged: known.merged, withAccess: false }
}

type EarlierChange = { kept: ChangedColumns; merged: ChangedColumns }

/**
 * Applies a later merge again without the undone one, and moves what had stayed because the kept
 * record had the same.
 */
async function reapply(tx: Executor, merge: MergeRow, change: MergeChange): Promise<void> {
  const moved = MovedRecords.parse(merge.moved)
  moved.push(...(await moveRecords(tx, merge.merged_id, merge.kept_id, change)))
  await tx
    .updateTable('person_merge')
    .set({ changed: JSON.stringify(change), moved: JSON.stringify(moved) })
    .where('id', '=', merge.id)
    .execute()
}

/** A merged record cannot give anything back. */
async function refuseLater(tx: Executor, { merged_into, full_name }: UserRow): Promise<void> {
  if (merged_into === null) return
  const into = await orNotFound(tx, merged_into)
  throw new Refusal(
    'conflict',
    `${full_name} has since been merged into ${into.full_name}. Undo that merge first.`,
  )
}
