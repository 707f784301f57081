import { expect } from 'vitest'
import { bookOnline, type ClinicDay } from '../booking/clinic-day.ts'
import { auditLines } from '../rows.ts'
import type { Answer } from '../send.ts'
import type { TestServer } from '../test-server.ts'

/** From nine to ten: nothing else of it has changed, its old time is free, and the trail says who it was. */
export async function expectMoved(
  server: TestServer,
  day: ClinicDay,
  { booked, moved }: { booked: Answer; moved: Answer },
  actor: { actor_id: number; actor_role: string },
) {
  expect(moved.status, moved.text).toBe(200)
  const { access_token: _token, ...before } = booked.body
  expect(moved.body).toEqual({
    ...before,
    start: day.at('10:00'),
    end: day.at('10:15'),
    changeable_until: day.at('10:00'),
    version: Number(before['version']) + 1,
    modified: moved.body['modified'],
    rescheduled_on: moved.body['rescheduled_on'],
  })
  expect((await bookOnline(server, day, '09:00')).status).toBe(201)
  const trail = await auditLines(server.database.db, ['actor_id', 'actor_role', 'change'], {
    subject_id: Number(booked.body['id']),
    action: 'appointment.moved',
  })
  const change = { start: { from: day.at('09:00'), to: day.at('10:00') } }
  expect(trail).toEqual([{ ...actor, change }])
}
