import { type AnyAdminResource, permissionTo } from '#lib/contract/admin/admin-resource.ts'
import type { BulkAction, BulkAnswer, BulkRefusal, BulkResult } from '#lib/contract/admin/bulk.ts'
import { holds } from '#lib/policy/policy.ts'
import { namedMessage } from '#lib/text/label-text.ts'
import { Unresolved } from '../orphaned/resolutions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { parsed, toWrittenRow, worded } from './import/import-row.ts'
import { deletedSince, wasDeleted } from './stale-record.ts'
import { type AdminCall, type Columns, findRow } from './store.ts'
import { deleteRecord, replaceRecord } from './write-record.ts'

type Seen = Columns & { id: number }

/**
 * Changes each record in its own transaction, by the rules of the call for one, so refusals do not
 * affect others. Repeating it gives the same answer.
 * @throws Refusal `not_allowed` for callers who may not do this at all.
 */
export async function bulkRecords(
  admin: AdminCall,
  { action, records }: { action: string; records: readonly Seen[] },
): Promise<BulkAnswer> {
  const { call, of } = admin
  const bulkAction = of.bulk?.[action]
  if (!bulkAction) throw invalid({ action: ['Choose from the list'] })
  if (!holds(call.viewer, permissionTo(bulkAction.set ? 'change' : 'delete', of))) {
    throw new Refusal('not_allowed', `You may not ${bulkAction.label.toLowerCase()} ${of.many}.`)
  }
  const results = new Map<number, BulkResult>()
  for (let left = records; left.length > 0; ) {
    for (const record of left) {
      results.set(record.id, await byItself(admin, bulkAction.set, record))
    }
    const needed = left.filter(({ id }) => isNeeded(results.get(id)))
    left = needed.length < left.length ? needed : []
  }
  return { results: records.flatMap(({ id }) => results.get(id) ?? []) }
}

const isNeeded = (result: BulkResult | undefined) =>
  result?.outcome === 'refused' && result.code === 'conflict'

async function byItself(
  admin: AdminCall,
  set: BulkAction['set'],
  record: Seen,
): Promise<BulkResult> {
  const { id } = record
  try {
    const outcome = await (set ? setOne(admin, set, record) : deleteOne(admin, record))
    return { id, outcome }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'sign_in_again') throw error
    return { id, outcome: 'refused', ...toBulkRefusal(admin.of, error) }
  }
}

async function deleteOne(admin: AdminCall, { id, ...seen }: Seen): Promise<'done' | 'already'> {
  try {
    await deleteRecord(admin, id, seen)
    return 'done'
  } catch (error) {
    const isMissing = error instanceof Refusal && error.code === 'not_found'
    if (isMissing && (await wasDeleted(admin.call.services.db, admin.of, id))) return 'already'
    throw error
  }
}

async function setOne(
  admin: AdminCall,
  set: NonNullable<BulkAction['set']>,
  { id, ...seen }: Seen,
): Promise<'done' | 'already'> {
  const { call, of, store } = admin
  const { db } = call.services
  const row = await findRow(db, store, call, id)
  if (!row) throw await deletedSince(db, call, of, id)
  if (Object.entries(set).every(([field, value]) => row[field] === value)) return 'already'
  const { written, problems } = parsed(of, { ...toWrittenRow(of, row), ...set })
  if (problems) throw invalid(problems)
  await replaceRecord(admin, id, { ...written, ...seen })
  return 'done'
}

const ALONE = 'Open it on its own'

function toBulkRefusal(of: AnyAdminResource, error: Refusal): Pick<BulkRefusal, 'code' | 'detail'> {
  if (error instanceof Unresolved) {
    return {
      code: 'stale',
      detail: `This affects booked appointments. ${ALONE} and choose what to do with each one.`,
    }
  }
  switch (error.code) {
    case 'invalid': {
      const problems = worded(of, error.fields).map(({ label, message }) =>
        namedMessage(label, message),
      )
      return { code: 'invalid', detail: problems.join('. ') }
    }
    case 'not_allowed':
    case 'not_found':
    case 'conflict':
    case 'stale':
      return { code: error.code, detail: error.message }
  }
  throw error
}
