import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import { timed } from './measure.ts'

/** Milliseconds of work that no revision changes, in Node and in PostgreSQL. */
export type Yardsticks = { node: number; postgresql: number }

const TRIES = 7

/** The best of some tries, because what else runs only ever makes it slower. */
export async function measureYardsticks(db: Database): Promise<Yardsticks> {
  return {
    node: await leastOf(async () => countPrimes(20_000_000)),
    postgresql: await leastOf(() =>
      sql`select count(*) from generate_series(1, 400000) as number
        where md5(number::text) < '8'`.execute(db),
    ),
  }
}

async function leastOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES; attempt += 1) least = Math.min(least, await timed(work))
  return least
}

function countPrimes(limit: number): number {
  const isComposite = new Uint8Array(limit)
  let count = 0
  for (let number = 2; number < limit; number += 1) {
    if (isComposite[number]) continue
    count += 1
    for (let multiple = number * 2; multiple < limit; multiple += number) isComposite[multiple] = 1
  }
  return count
}

/** How many times as long this machine takes as another, over both. */
export const slownessBeside = (here: Yardsticks, there: Yardsticks): number =>
  Math.sqrt((here.node / there.node) * (here.postgresql / there.postgresql))
