import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connect, type Executor } from '#server/database/connection.ts'
import { DatabaseClient } from '#server/database/database-client.ts'
import type { DB } from '#server/database/types.ts'
import { BATCH } from '#server/merging/duplicate-search.ts'
import { comparePeople } from '#server/people/find-alike.ts'
import { atMost, type Finding, timed } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import type { Statement } from './sent-statements.ts'

/** One of so many batches is measured: all of them take a minute. */
const ONE_OF = 10
const WARM_UP = 3

/**
 * A search for duplicates among everybody, by a part of its batches, beside the bare SQL that reads
 * the same rows, in turns. Ours alone compares what was read and keeps what it found.
 */
export async function duplicateFindings(databaseUrl: string): Promise<Finding[]> {
  const db = connect(databaseUrl, { poolSize: 1, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const pool = barePool(databaseUrl, 1)
  const people = await db
    .selectFrom('person')
    .select('id')
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute()
  const batches = Array.from({ length: Math.floor(people.length / BATCH) }, (_, place) =>
    people.slice(place * BATCH, (place + 1) * BATCH).map(({ id }) => id),
  )
  const chosen = batches.filter((_, place) => place % ONE_OF === ONE_OF - 1)
  let found = 0
  const compare = (ids: number[]) =>
    db.transaction().execute(async (tx) => {
      found += await comparePeople(tx, ids, 'before')
    })
  for (const ids of chosen.slice(0, WARM_UP)) await compare(ids)
  found = 0
  let ours = 0
  let bare = 0
  for (const ids of chosen) {
    const read = await readStatements(databaseUrl, (executor) =>
      comparePeople(executor, ids, 'before'),
    )
    ours += await timed(() => compare(ids))
    bare += await timed(async () => {
      for (const [place, { sql, parameters }] of read.entries()) {
        await pool.query({ name: `read ${place}`, text: sql, values: [...parameters] })
      }
    })
  }
  if (found === 0) throw new Error('No duplicates were found: the data has one in a hundred.')
  const seconds = (ours * batches.length) / chosen.length / 1000
  return [
    atMost(`duplicates among ${people.length} people, by a tenth of them`, seconds, 60, 's'),
    atMost('  beside the bare SQL that reads the same rows', ours / bare, 2, '×'),
  ]
}

/** The statements by which something is read, as they are sent; what it writes is taken back. */
async function readStatements(
  databaseUrl: string,
  work: (executor: Executor) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: databaseUrl,
    max: 1,
    types: datesAsText,
  })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  const tx = await db.startTransaction().execute()
  await work(tx)
  await tx.rollback().execute()
  await db.destroy()
  return sent.filter(({ sql }) => /^\s*(--.*\n\s*)*(select|with)\b/.test(sql))
}

/** As the product has them. */
const datesAsText = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? String : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig
