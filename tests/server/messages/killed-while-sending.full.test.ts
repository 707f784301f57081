import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { rowsWhere } from '../rows.ts'
import { runTestServer } from '../test-server.ts'
import { runMailbox } from './mailbox.ts'

/* Processes of their own, killed by SIGKILL with messages under way. */

const server = await runTestServer()
const { db } = server.database
const { taken, behaviour, environment } = await runMailbox(server)

const MESSAGES = 40
/** Under way in each of two processes. */
const MOST_UNDER_WAY = 2 * 5

const startSending = () =>
  fork('tests/server/messages/sending.process.ts', [server.database.url], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

async function addMessages(day: ClinicDay) {
  for (let number = 0; number < MESSAGES; number += 1) {
    const patient = await addPerson(db, { email: `one${number}@example.test` })
    await addAppointment(db, { patient_id: patient.id, starts_at: new Date(day.at('09:00')) })
  }
}

/** What was under way is settled by the next sender, as it is after some minutes. */
const endClaims = () =>
  db
    .updateTable('message')
    .set({ claimed_until: new Date(0) })
    .where('state', '=', 'sending')
    .execute()

test('no message is lost or sent twice; those that may have been sent are left to staff', async () => {
  await addMessages(await openClinicDay(server))
  let running: ChildProcess[] = []
  const killAt = [8, 24]
  let kills = 0
  behaviour.afterwards = () => {
    // It has taken the message; the answer comes too late.
    if (taken.length >= (killAt[kills] ?? Number.POSITIVE_INFINITY)) {
      kills += 1
      for (const child of running) child.kill('SIGKILL')
    }
    return null
  }
  for (let isDone = false; !isDone; ) {
    running = [startSending(), startSending()]
    const ended = await Promise.all(running.map((child) => once(child, 'exit')))
    await endClaims()
    isDone = ended.every(([code]) => code === 0)
  }
  expect(kills).toBe(killAt.length)
  const sent = await rowsWhere(db, 'message', { state: 'sent' })
  const unknown = await rowsWhere(db, 'message', { state: 'unknown' })
  expect(sent.length + unknown.length).toBe(MESSAGES)
  expect(unknown.length).toBeGreaterThan(0)
  expect(unknown.length).toBeLessThanOrEqual(kills * MOST_UNDER_WAY)
  expect(new Set(taken.map(({ to }) => [to].flat()[0]?.text)).size).toBe(taken.length)
  expect(taken.length).toBeGreaterThanOrEqual(sent.length)
})
