import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Resource } from '#lib/contract/resource.ts'
import { apiAddress, type RecordPath } from '../http/addresses.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { type ListQuery, listPage } from './list.ts'

type CallBy = { public: Call; private: SignedInCall; admin: SignedInCall }
type Row = { id: number }

type Source<C extends Call, Q, DB, TB extends keyof DB, O> = {
  rows: (call: C, query: Q) => SelectQueryBuilder<DB, TB, O>
  present?: (rows: O[], call: C, query: Q) => object[] | Promise<object[]>
}

export function readingRoutes<
  A extends keyof CallBy,
  Q extends Record<string, unknown>,
  DB,
  TB extends keyof DB,
  O extends Row,
>(
  audience: A,
  of: Resource<z.ZodObject, string>,
  { rows, present }: Source<CallBy[A], Q, DB, TB, O>,
): Handlers {
  const path = `${audience}/${of.path}`
  const presented = async (found: O[], call: CallBy[A], query: Q) =>
    present
      ? await present(found, call, query)
      : found.map((row) => ({ ...row, url: apiAddress(call, path as RecordPath, row.id) }))
  return {
    [`GET ${path}/`]: async ({ query }: { query: ListQuery & Q }, call: CallBy[A]) => {
      const page = await listPage(of, rows(call, query), query)
      return { ...page, results: await presented(page.results, call, query) }
    },
    [`GET ${path}/{id}/`]: async (
      { params, query }: { params: Row; query: Q },
      call: CallBy[A],
    ) => {
      const { db } = call.services
      const row = await db
        .selectFrom(rows(call, query).as('listed') as never)
        .selectAll()
        .where(sql<boolean>`id = ${params.id}`)
        .executeTakeFirstOrThrow(() => notFound(`This ${of.name}`))
      return (await presented([row as O], call, query))[0]
    },
  } as unknown as Handlers
}
