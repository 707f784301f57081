import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { addGuest, openMorning } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

/* Hours that are taken away in the moment between somebody's choosing a time and having it. */

const server = await runTestServer()
const { db } = server.database

/** Resolves once some statement waits for a lock. */
async function somebodyWaits(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
    await wait(5)
  }
}

/** What `ask` is answered when it comes while the clinic's hours are being taken away. */
async function meanwhile<T>(staffId: number, ask: () => Promise<T>): Promise<T> {
  let answer: Promise<T> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('availability_occurrence').where('staff_id', '=', staffId).execute()
    answer = ask()
    await somebodyWaits(db)
  })
  return (await answer) as T
}

describe('while hours are taken away', () => {
  test.each(['a booking', 'a hold', 'the booking of a hold'])(
    '%s of them is refused',
    async (what) => {
      const { site, type, staff, start } = await openMorning(db)
      const guest = await addGuest(db)
      const body = { appointment_type_id: type.id, start: start.toISOString(), site_id: site.id }
      const hold = () => send(server, 'POST', '/api/public/slot-holds/', { body })
      const held = what === 'the booking of a hold' ? await hold() : null
      const book = () =>
        send(server, 'POST', '/api/public/appointments/', {
          body,
          headers: {
            'Guest-User-Access-Token': guest.token,
            ...(held && { 'Slot-Hold-Token': String(held.body['token']) }),
          },
        })
      const answer = await meanwhile(staff[0]?.id ?? 0, what === 'a hold' ? hold : book)
      expect(answer.outcome).toBe('409 slot_taken')
      const booked = await db
        .selectFrom('appointment')
        .select('status')
        .where('site_id', '=', site.id)
        .where('status', '<>', 'held')
        .execute()
      expect(booked).toEqual([])
    },
  )
})
