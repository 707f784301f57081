import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../../services.ts'
import {
  claimRow,
  type OutboxRow,
  type OutboxTable,
  sendRow,
  settleAbandoned,
  settleRow,
  type TryResult,
} from './outbox-rows.ts'

export type Outbox<Row extends OutboxRow> = {
  table: OutboxTable
  most: number
  /** It is a column that is true for rows which come after all others. */
  last?: Extract<keyof Row, string>
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
      const row = await claimRow<Row>(db, table, { among: isFree(), last })
      if (row) {
        const delivery = deliver(row).finally(() => onTheirWay.delete(delivery))
        onTheirWay.set(delivery, lane && row[lane.column])
        await pace(row)
      } else if (isAlone) return false
      else if (onTheirWay.size > 0)
        await Promise.race([...onTheirWay.keys(), wait(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
    return true
  } finally {
    await Promise.all(onTheirWay.keys())
  }
}
