import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { outsideLine } from '#lib/text/outside-line.ts'
import type { Filter } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'

type Outbox<Row extends OutboxRow> = {
  table: OutboxTable
  most: number
  /** It is a column that is true for rows which come after all others. */
  last?: Extract<keyof Row, string> | undefined
  /**
   * As many are under way at once with the same value of a column: a slow receiver holds up only
   * its own.
   */
  lane?: { column: Extract<keyof Row, string>; most: number }
  among?: () => RawBuilder<boolean>
  /** It waits before the next is started, so that many leave room for people. */
  pace: (row: Row) => Promise<void>
  /**
   * It tries once; calls `markSent` just before it speaks to the receiver. What it throws is tried
   * again.
   */
  send: (row: Row, markSent: () => Promise<void>) => Promise<TryResult>
}

/** It is shorter, with the longest try, than a job may take. */
const WORK_MS = 60_000
/** While some are on their way, others fall due. */
const LOOK_AGAIN_MS = 500

/**
 * Sends what is due. Several processes may: each row is taken by one. What may have been sent by one
 * that stopped, or could not note it, is not sent again (docs/decisions/0093).
 * @returns whether something may be left.
 */
export async function runOutbox<Row extends OutboxRow>(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { table, most, last, lane, among, pace, send }: Outbox<Row>,
  ending: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + WORK_MS
  const onTheirWay = new Map<Promise<void>, unknown>()
  const isFree = () => {
    const now = among?.() ?? sql<boolean>`true`
    if (!lane) return now
    const taken = [...onTheirWay.values()] as number[]
    const full = taken.filter((value) => taken.filter((one) => one === value).length >= lane.most)
    return sql<boolean>`${now} and ${sql.ref(lane.column)} <> all(${full}::integer[])`
  }
  const deliver = async (row: Row) => {
    try {
      await settleRow(db, table, row, await tried(row))
    } catch (error) {
      log.warn({ err: error, table, id: row.id }, 'could not note whether it was sent')
    }
  }
  const tried = async (row: Row): Promise<TryResult> => {
    try {
      return await send(row, () => sendRow(db, table, row))
    } catch (error) {
      return { state: 'again', note: error instanceof Error ? error.message : String(error) }
    }
  }
  try {
    await settleAbandoned(db, table)
    while (!ending.aborted && performance.now() < until) {
      if (onTheirWay.size >= most) {
        await Promise.race(onTheirWay.keys())
        continue
      }
      // What is under way may hold others up: those are looked for again once it has ended.
      const isAlone = onTheirWay.size === 0
      // Two of one lane may be one too many.
      const count = lane ? 1 : most - onTheirWay.size
      const rows = await claimRows<Row>(db, table, { among: isFree(), last, count })
      for (const row of rows) {
        const delivery = deliver(row).finally(() => onTheirWay.delete(delivery))
        onTheirWay.set(delivery, lane && row[lane.column])
        await pace(row)
      }
      if (rows.length > 0) continue
      if (isAlone) return false
      if (onTheirWay.size > 0)
        await Promise.race([...onTheirWay.keys(), wait(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
    return true
  } finally {
    await Promise.all(onTheirWay.keys())
  }
}

/**
 * Tables whose rows a job sends (docs/decisions/0074). They share `id`, `state`, `due`, `attempts`,
 * `claimed_until`, `handed_over`, `note` and `sent`.
 */
type OutboxTable = 'message' | 'webhook_delivery'
type OutboxRow = { id: number; attempts: number; due: Date }

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

async function settleAbandoned(db: Executor, table: OutboxTable): Promise<void> {
  await sql`
    update ${sql.table(table)}
    set state = 'unknown', claimed_until = null,
      note = 'We could not note whether it was sent. Trying again may send it twice.'
    where ${isAbandoned} and handed_over is not null`.execute(db)
}

/**
 * Ends the statement's transaction without waiting for the disk: should the database die within the
 * second, the row is taken once more, and `sendRow` waits for all that came before it.
 */
const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Takes those that have waited longest, for this process alone.
 * @param last which rows come after all others.
 */
async function claimRows<Row extends OutboxRow>(
  db: Executor,
  table: OutboxTable,
  { among, last, count }: Pick<Outbox<Row>, 'last'> & { among: RawBuilder<boolean>; count: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set state = 'sending', attempts = attempts + 1,
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = any(array(
      select id from ${sql.table(table)} where ${isDue} and ${among}
      order by ${last === undefined ? sql`` : sql`${sql.ref(last)}, `}due, id limit ${count}
      for update skip locked))
    returning *, ${withoutWaiting}`.execute(db)
  const isLast = (row: Row) => Number(last !== undefined && row[last])
  return rows.sort(
    (one, other) =>
      isLast(one) - isLast(other) || one.due.getTime() - other.due.getTime() || one.id - other.id,
  )
}

/**
 * Notes that the receiver is about to be spoken to: from here on the row is not sent again unless an
 * answer allows it.
 * @throws Error where another process has taken the row since.
 */
async function sendRow(
  db: Executor,
  table: OutboxTable,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
): Promise<void> {
  const { rows } = await sql`
    update ${sql.table(table)} set handed_over = now(),
      claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and state = 'sending' and attempts = ${attempts} returning id`.execute(db)
  if (rows.length === 0) throw new Error('another process has taken it')
}

async function settleRow(
  db: Executor,
  table: OutboxTable,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
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
    where id = ${id} and state = 'sending' and attempts = ${attempts}
    ${state === 'dropped' ? sql`returning ${withoutWaiting}` : sql``}`.execute(db)
}

export const isEndedUnsent = (state: string) => state === 'failed' || state === 'unknown'

export async function tryRowAgain(tx: Executor, table: OutboxTable, id: number): Promise<void> {
  await sql`
    update ${sql.table(table)} set state = 'waiting', due = now(), handed_over = null where id = ${id}`.execute(
    tx,
  )
}

/** A literal, so that the index of those that failed is found. */
export const byOutboxState: Filter = (rows, state) =>
  state === 'waiting'
    ? rows.where('state', 'in', ['waiting', 'sending'])
    : rows.where(sql<boolean>`state = ${sql.lit(String(state))}`)
