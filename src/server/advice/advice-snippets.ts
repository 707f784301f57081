import { isDeepStrictEqual } from 'node:util'
import { type InferResult, sql } from 'kysely'
import type { OperationBody } from '#lib/contract/contract.ts'
import { AdviceSnippet } from '#lib/contract/records/patient-advice.ts'
import { resource } from '#lib/contract/resource.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { apiAddress } from '../http/addresses.ts'
import { recordedOnce } from '../http/idempotency.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { type ListQuery, listPage } from '../resources/list.ts'

type AdviceSnippetWrite = OperationBody<'POST admin/advicesnippets/'>

export const snippetRoutes = {
  'GET admin/advicesnippets/': ({ query }, call) => listSnippets(call, query),
  'GET admin/advicesnippets/{id}/': ({ params }, call) => readSnippet(call, params.id),
  'POST admin/advicesnippets/': ({ body }, call) => saveSnippet(call, body),
  'PUT admin/advicesnippets/{id}/': ({ params, body }, call) =>
    updateSnippet(call, params.id, body),
  'DELETE admin/advicesnippets/{id}/': ({ params }, call) => deleteSnippet(call, params.id),
} satisfies Handlers

const snippets = resource({
  name: 'saved text',
  path: 'advicesnippets',
  entity: AdviceSnippet,
  searchable: ['name', 'advice_text'],
  orderable: ['name', 'created', 'modified'],
  defaultOrder: 'name',
})

const categoryIds = sql<number[]>`array(
  select advice_category_id from advice_snippet_category
  where advice_snippet_id = advice_snippet.id order by advice_category_id)`

const snippetRows = (executor: Executor, { viewer }: SignedInCall) =>
  executor
    .selectFrom('advice_snippet')
    .selectAll()
    .select(categoryIds.as('category_ids'))
    .where('person_id', '=', viewer.personId)
type SnippetRow = InferResult<ReturnType<typeof snippetRows>>[number]

async function listSnippets(call: SignedInCall, query: ListQuery) {
  const { db } = call.services
  const rows = db.selectFrom(snippetRows(db, call).as('snippet')).selectAll()
  const page = await listPage(snippets, rows, query)
  return { ...page, results: page.results.map((row) => presentSnippet(row, call)) }
}

async function readSnippet(call: SignedInCall, id: number): Promise<AdviceSnippet> {
  return presentSnippet(await findSnippet(call.services.db, call, id), call)
}

async function saveSnippet(
  call: SignedInCall,
  written: AdviceSnippetWrite,
): Promise<AdviceSnippet> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const { id, isNew } = await recordedOnce(
        tx,
        call,
        { kind: 'advice-snippet', body: written },
        () => insertSnippet(tx, call, written),
      )
      if (isNew) await auditSnippet(tx, call, 'advice.snippet_saved', id)
      return presentSnippet(await findSnippet(tx, call, id), call)
    }),
  ).catch(explainBroken)
}

async function insertSnippet(
  tx: Executor,
  { viewer }: SignedInCall,
  { category_ids, ...snippet }: AdviceSnippetWrite,
): Promise<number> {
  const { id } = await tx
    .insertInto('advice_snippet')
    .values({ ...snippet, person_id: viewer.personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setSnippetCategories(tx, id, category_ids)
  return id
}

async function updateSnippet(
  call: SignedInCall,
  id: number,
  { version, ...given }: OperationBody<'PUT admin/advicesnippets/{id}/'>,
): Promise<AdviceSnippet> {
  return await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      await tx.selectFrom('advice_snippet').select('id').where('id', '=', id).forUpdate().execute()
      const row = await findSnippet(tx, call, id)
      if (version !== undefined && version !== row.version) {
        throw new Refusal(
          'stale',
          'You have changed this text on another page since you opened it.',
        )
      }
      const { name = row.name, advice_text = row.advice_text } = given
      const { category_ids = row.category_ids } = given
      const snippet = { name, advice_text }
      if (isSame(row, { ...snippet, category_ids })) return presentSnippet(row, call)
      await tx.updateTable('advice_snippet').set(snippet).where('id', '=', id).execute()
      await setSnippetCategories(tx, id, category_ids)
      await auditSnippet(tx, call, 'advice.snippet_saved', id)
      return presentSnippet(await findSnippet(tx, call, id), call)
    }),
  ).catch(explainBroken)
}

type SnippetContent = { name: string; advice_text: string; category_ids: readonly number[] }

function isSame(row: SnippetContent, { name, advice_text, category_ids }: SnippetContent): boolean {
  const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
  return (
    row.name === name &&
    row.advice_text === advice_text &&
    isDeepStrictEqual(inOrder(row.category_ids), inOrder(category_ids))
  )
}

async function deleteSnippet(call: SignedInCall, id: number): Promise<void> {
  await call.services.db.transaction().execute(async (tx) => {
    await findSnippet(tx, call, id)
    await tx.deleteFrom('advice_snippet').where('id', '=', id).execute()
    await auditSnippet(tx, call, 'advice.snippet_deleted', id)
  })
}

async function findSnippet(executor: Executor, call: SignedInCall, id: number) {
  return await snippetRows(executor, call)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This text'))
}

async function setSnippetCategories(
  tx: Executor,
  snippetId: number,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('advice_snippet_category')
    .where('advice_snippet_id', '=', snippetId)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('advice_snippet_category')
    .values(ids.map((id) => ({ advice_snippet_id: snippetId, advice_category_id: id })))
    .execute()
}

const auditSnippet = (
  tx: Executor,
  call: SignedInCall,
  action: 'advice.snippet_saved' | 'advice.snippet_deleted',
  id: number,
) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'advice_snippet',
    subjectId: id,
    patientId: null,
  })

const presentSnippet = (row: SnippetRow, call: Pick<Call, 'apiUrl'>): AdviceSnippet => ({
  id: row.id,
  url: apiAddress(call, 'admin/advicesnippets', row.id),
  version: row.version,
  name: row.name,
  advice_text: row.advice_text,
  category_ids: row.category_ids,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
})
