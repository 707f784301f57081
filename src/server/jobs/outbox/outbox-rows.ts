import { type RawBuilder, sql } from 'kysely'
import { outsideLine } from '#lib/text/outside-line.ts'
import type { Executor } from '../../database/connection.ts'

/**
 * Tables whose rows a job sends (docs/decisions/0074). They share `id`, `state`, `due`, `attempts`,
 * `claimed_until`, `handed_over`, `note` and `sent`.
 */
export type OutboxTable = 'message' | 'webhook_delivery'
export type OutboxRow = { id: number; attempts: number }

/**
 * How a try ended; `again` is tried later, and has failed after the last try. `unknown`: the receiver
 * answered, and nobody can tell what.
 */
export type TryResult = {
  state: 'sent' | 'dropped' | 'failed' | 'again' | 'unknown'
  note: string
  columns?: Readonly<Record<string, unknown>>
}

/** A process that took a row and is gone has lost it after this time. */
const CLAIM_SECONDS = 180
/** Minutes pass before the next try; after the last of them staff are asked. */
const BACK_OFF = [1, 5, 15, 60, 180, 360, 720]
const LONGEST_NOTE = 500

const isAbandoned = sql<boolean>`(state = 'sending' and claimed_until < now())`
const isDue = sql<boolean>`(
  (state = 'waiting' and due <= now()) or (${isAbandoned} and handed_over is null))`

export async function isOutboxDue(
  db: Executor,
  table: OutboxTable,
  among = sql<boolean>`true`,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from ${sql.table(table)} 
      where (${isDue} and ${among}) or ${isAbandoned}) as is`.execute(db)
  return rows[0]?.is === true
}

export async function settleAbandoned(db: Executor, table: OutboxTable): Promise<void> {
  await sql`
    update ${sql.table(table)}
    set state = 'unknown', claimed_until = null,
      note = 'We could not note whether it was sent. Trying again may send it twice.'
    where ${isAbandoned} and handed_over is not null`.execute(db)
}

/**
 * Takes the row that has waited longest, for this process alone.
 * @param last which rows come after all others.
 */
export async function claimRow<Row extends OutboxRow>(
  db: Executor,
  table: OutboxTable,
  { among = sql`true`, last }: { among?: RawBuilder<boolean>; last?: string | undefined } = {},
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set state = 'sending', attempts = attempts + 1,
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (
      select id from ${sql.table(table)} where ${isDue} and ${among}
      order by ${last === undefined ? sql`` : sql`${sql.ref(last)}, `}due, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/**
 * Notes that the receiver is about to be spoken to: from here on the row is not sent again unless an
 * answer allows it.
 * @throws Error where another process has taken the row since.
 */
export async function sendRow(
  db: Executor,
  table: OutboxTable,
  { id, attempts }: OutboxRow,
): Promise<void> {
  const { rows } = await sql`
    update ${sql.table(table)} set handed_over = now(),
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and state = 'sending' and attempts = ${attempts} returning id`.execute(db)
  if (rows.length === 0) throw new Error('another process has taken it')
}

export async function settleRow(
  db: Executor,
  table: OutboxTable,
  { id, attempts }: OutboxRow,
  { state, note, columns = {} }: TryResult,
): Promise<void> {
  const minutes = BACK_OFF[attempts - 1]
  const isPutOff = state === 'again' && minutes !== undefined
  const change: [string, unknown][] = [
    ...Object.entries(columns),
    ['state', state === 'again' ? (isPutOff ? 'waiting' : 'failed') : state],
    ['note', outsideLine(note, LONGEST_NOTE)],
    ['claimed_until', null],
    ...(state === 'again' ? [['handed_over', null] as [string, unknown]] : []),
    ...(state === 'sent' ? [['sent', sql`now()`] as [string, unknown]] : []),
    ...(isPutOff
      ? [['due', sql`now() + make_interval(mins => ${minutes})`] as [string, unknown]]
      : []),
  ]
  await sql`
    update ${sql.table(table)}
    set ${sql.join(change.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where id = ${id} and state = 'sending' and attempts = ${attempts}`.execute(db)
}

export const isEndedUnsent = (state: string) => state === 'failed' || state === 'unknown'

export async function tryRowAgain(tx: Executor, table: OutboxTable, id: number): Promise<void> {
  await sql`
    update ${sql.table(table)} set state = 'waiting', due = now(), handed_over = null where id = ${id}`.execute(
    tx,
  )
}
