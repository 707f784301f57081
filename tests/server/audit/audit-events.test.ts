import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '#lib/contract/audit.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { addPerson } from '../clinic-factory.ts'
import { oneRow } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { addLines, addReader } from './audit-trail.ts'

const server = await runTestServer({ environment: { CLINIC_TIME_ZONE: 'Europe/London' } })
const db = server.database.db
const reader = await addReader(server)

type Query = Record<string, string | number | undefined>

async function read(query: Query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const answer = await send(server, 'GET', `/api/admin/auditevents/?${search}`, reader)
  return { ...answer, body: answer.body as { count: number; results: AuditEvent[] } }
}

const numbers = ({ body }: Awaited<ReturnType<typeof read>>) =>
  body.results.map(({ sequence }) => sequence)

test('a line says who did what as what, to which record of whom, when and from where', async () => {
  const patient = await addPerson(db, { first_name: 'Ines', last_name: 'Okafor' })
  const [sequence] = await addLines(db, [
    {
      at: '2026-03-29T01:30:00.125Z',
      actor_id: reader.id,
      action: 'person.updated',
      subject_type: 'person',
      subject_id: patient.id,
      patient_id: patient.id,
      change: JSON.stringify({ fields: ['city'] }),
      source: '192.0.2.7',
      request_id: 'a-request',
    },
  ])
  const { body } = await read({ page_size: 1 })
  const { full_name } = await oneRow(db, 'person', reader.id)
  expect(body.results).toEqual([
    {
      sequence,
      at: '2026-03-29T01:30:00.125Z',
      actor: { id: reader.id, full_name },
      actor_role: 'staff',
      action: 'person.updated',
      subject_type: 'person',
      subject_id: patient.id,
      patient: { id: patient.id, full_name: 'Ines Okafor' },
      change: { fields: ['city'] },
      source: '192.0.2.7',
      request_id: 'a-request',
    },
  ])
})

test('nobody is nobody, and a person who is no more keeps their number', async () => {
  await addLines(db, [
    { actor_role: 'system' },
    { actor_id: 2_000_000_000, patient_id: 2_000_000_001 },
  ])
  const { body } = await read({ page_size: 2 })
  expect(body.results.map(({ actor, patient }) => ({ actor, patient }))).toEqual([
    { actor: { id: 2_000_000_000, full_name: '' }, patient: { id: 2_000_000_001, full_name: '' } },
    { actor: null, patient: null },
  ])
})

describe('the filters', () => {
  // Few values, so that most filters find something and several agree by chance. The instants lie
  // around midnight in London, in winter, in summer and where the clocks change.
  const midnights = [
    '2026-01-15T00',
    '2026-03-29T00',
    '2026-03-29T23',
    '2026-07-01T23',
    '2026-10-25T00',
  ]
  const dates = ['2026-01-14', '2026-01-15', '2026-03-29', '2026-03-30', '2026-07-02', '2026-10-25']
  const people = fc.integer({ min: 501, max: 504 })
  const roles = fc.constantFrom('system', 'visitor', 'guest', 'patient', 'staff')
  const actions = [
    'appointment.booked',
    'appointment.read',
    'appointments.read',
    'person.read',
    'person.created',
  ]
  const subjects = fc.constantFrom('appointment', 'person', 'room')
  const line = fc.record({
    at: fc
      .tuple(fc.constantFrom(...midnights), fc.integer({ min: -2, max: 2 }))
      .map(([hour, seconds]) => new Date(Date.parse(`${hour}:00:00Z`) + seconds * 1_000)),
    actor_id: fc.option(people),
    actor_role: roles,
    action: fc.constantFrom(...actions),
    subject_type: subjects,
    subject_id: fc.integer({ min: 1, max: 4 }),
    patient_id: fc.option(people),
  })
  const record = fc.oneof(
    fc.record({ subject_type: subjects, subject_id: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ subject_type: subjects }),
    fc.constant({}),
  )
  const wanted = fc
    .tuple(
      record,
      fc.record(
        {
          person_id: people,
          patient_id: people,
          action: fc.constantFrom(...actions, 'appointment', 'person', 'session'),
          actor_role: roles,
          from: fc.constantFrom(...dates),
          to: fc.constantFrom(...dates),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([subject, rest]): Query => ({ ...rest, ...subject }))

  type Line = typeof line extends fc.Arbitrary<infer T> ? T : never
  const lines: (Line & { sequence: number })[] = []
  beforeAll(async () => {
    const made = fc.sample(line, { numRuns: 400, seed: 1961 })
    const sequences = await addLines(db, made)
    lines.push(...made.map((event, index) => ({ ...event, sequence: sequences[index] ?? 0 })))
  })

  const isWanted = (query: Query) => (event: Line) => {
    const day = plainDateAt(event.at, 'Europe/London')
    return (
      (query['person_id'] === undefined || event.actor_id === query['person_id']) &&
      (query['patient_id'] === undefined || event.patient_id === query['patient_id']) &&
      (query['subject_type'] === undefined || event.subject_type === query['subject_type']) &&
      (query['subject_id'] === undefined || event.subject_id === query['subject_id']) &&
      (query['action'] === undefined ||
        [event.action, event.action.split('.')[0]].includes(String(query['action']))) &&
      (query['actor_role'] === undefined || event.actor_role === query['actor_role']) &&
      (query['from'] === undefined || day >= String(query['from'])) &&
      (query['to'] === undefined || day <= String(query['to']))
    )
  }

  test('find just the lines that a plain look at each of them finds, newest first', async () => {
    const first = lines[0]?.sequence ?? 0
    const up_to = lines.at(-1)?.sequence
    await fc.assert(
      fc.asyncProperty(wanted, async (query) => {
        const days = [query['from'], query['to']]
        fc.pre(days.includes(undefined) || String(days[0]) <= String(days[1]))
        const found = await read({ ...query, up_to, page_size: 500 })
        const expected = lines.filter(isWanted(query)).map(({ sequence }) => sequence)
        expect(numbers(found).filter((sequence) => sequence >= first)).toEqual(expected.reverse())
        expect(found.body.count).toBe(found.body.results.length)
      }),
      { numRuns: 150 },
    )
  })

  test.each([
    ['the last day before the first', { from: '2026-03-30', to: '2026-03-29' }, 'to'],
    ['a record without its kind', { subject_id: 4 }, 'subject_type'],
    ['a day that is none', { from: '2026-02-30' }, 'from'],
    ['a pattern for an action', { action: 'appointment.%' }, 'action'],
    ['a role that nobody has', { actor_role: 'admin' }, 'actor_role'],
  ])('refuse %s and name the field', async (_, query: Query, field) => {
    const answer = await read(query)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field])
  })
})

test('pages hold still while lines are added, for who says up to which line', async () => {
  const before = await addLines(
    db,
    Array.from({ length: 7 }, () => ({ subject_type: 'page' })),
  )
  const query = { subject_type: 'page', page_size: 3 }
  const first = await read(query)
  const up_to = numbers(first)[0]
  const later = await addLines(
    db,
    Array.from({ length: 5 }, () => ({ subject_type: 'page' })),
  )
  const others = [
    await read({ ...query, up_to, page: 2 }),
    await read({ ...query, up_to, page: 3 }),
  ]
  expect([first, ...others].flatMap(numbers)).toEqual(before.toReversed())
  expect([first, ...others].map(({ body }) => body.count)).toEqual([7, 7, 7])
  expect(numbers(await read({ ...query, page_size: 12 }))).toEqual([...before, ...later].reverse())
})

describe('reading the trail', () => {
  const newest = async (after: number) =>
    await db
      .selectFrom('audit_event')
      .select([
        'actor_id',
        'actor_role',
        'action',
        'subject_type',
        'subject_id',
        'patient_id',
        'change',
      ])
      .where('sequence', '>', after)
      .orderBy('sequence')
      .execute()
  const last = async () => (await addLines(db, [{ action: 'person.read' }]))[0] ?? 0
  const readBy = { actor_role: 'staff', action: 'audit.read' }

  test.each([
    [{ patient_id: 41 }, { subject_type: 'person', subject_id: 41, patient_id: 41 }],
    [{ person_id: 42 }, { subject_type: 'person', subject_id: 42, patient_id: 42 }],
    [
      { subject_type: 'person', subject_id: 43, actor_role: 'guest' },
      { subject_type: 'person', subject_id: 43, patient_id: 43 },
    ],
    [
      { patient_id: 44, person_id: 42, from: '2026-03-29', action: 'person' },
      { subject_type: 'person', subject_id: 44, patient_id: 44 },
    ],
  ])('of a person (%j) is one line about them', async (filters: Query, about) => {
    const before = await last()
    await addLines(
      db,
      Array.from({ length: 3 }, () => ({ patient_id: 41, actor_id: 42 })),
    )
    const start = before + 3
    const { body } = await read({ ...filters, page: 1, page_size: 2 })
    expect(body.results.map(({ action }) => action)).not.toContain('audit.read')
    expect(await newest(start)).toEqual([
      { ...readBy, actor_id: reader.id, ...about, change: { filters, page: 1 } },
    ])
  })

  test('of a record is one line about it and whose it is', async () => {
    await addLines(db, [{ subject_id: 900, patient_id: 45 }, { subject_id: 900 }])
    const before = await last()
    await read({ subject_type: 'appointment', subject_id: 900 })
    await read({ subject_type: 'appointment', subject_id: 901 })
    expect(
      (await newest(before)).map(({ subject_type, subject_id, patient_id }) => ({
        subject_type,
        subject_id,
        patient_id,
      })),
    ).toEqual([
      { subject_type: 'appointment', subject_id: 900, patient_id: 45 },
      { subject_type: 'appointment', subject_id: 901, patient_id: null },
    ])
  })

  test.each([{}, { action: 'person.read' }, { from: '2026-01-01' }, { subject_type: 'person' }])(
    'of nobody in particular (%j) is no line',
    async (query: Query) => {
      const before = await last()
      expect((await read(query)).status).toBe(200)
      expect(await newest(before)).toEqual([])
    },
  )

  test('is for staff who hold its permission, and leaves no line for others', async () => {
    const other = await addReader(server, ['clinic.view_user'])
    const before = await last()
    for (const headers of [{}, other.headers]) {
      const answer = await send(server, 'GET', '/api/admin/auditevents/?patient_id=41', { headers })
      expect(answer.outcome).toMatch(/^401 not_signed_in|403 not_allowed$/)
    }
    expect(await newest(before)).toEqual([])
  })
})
