import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'

/* What a server does in the background is measured by itself, not beside what people wait for. */

const LOOK_MS = 100

/** Waits until what is due has been sent. */
export async function untilMessagesEnd(db: Database): Promise<void> {
  const isLeft = () =>
    db
      .selectFrom('message')
      .select('id')
      .where('state', 'in', ['waiting', 'sending'])
      .where('due', '<=', sql<Date>`now()`)
      .limit(1)
      .executeTakeFirst()
  while (await isLeft()) await wait(LOOK_MS)
}

/** Comparing all who are new takes a server a minute. */
export async function forgetPeopleToCompare(db: Database): Promise<void> {
  await sql`truncate person_to_compare`.execute(db)
}
