import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { addGuest, type Guest, guestDetails, openMorning } from '../clinic-factory.ts'
import { auditLines, rowsWhere } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const db = server.database.db
afterEach(() => sql`alter table audit_event drop constraint if exists refused`.execute(db))

const readEvents = (subject: unknown) =>
  auditLines(
    db,
    ['actor_id', 'actor_role', 'action', 'patient_id', 'change', 'source', 'request_id'],
    { subject_id: Number(subject) },
  )

const asGuest = (guest: Guest) => ({ 'Guest-User-Access-Token': guest.token })

async function book(guest: Guest, held: boolean) {
  const clinic = await openMorning(db)
  const body = {
    appointment_type_id: clinic.type.id,
    start: clinic.start.toISOString(),
    site_id: clinic.site.id,
  }
  const hold = held ? await send(server, 'POST', '/api/public/slot-holds/', { body }) : null
  const answer = await send(server, 'POST', '/api/public/appointments/', {
    body,
    headers: {
      ...asGuest(guest),
      'Idempotency-Key': `a-key-of-${clinic.site.id}`,
      ...(hold && { 'Slot-Hold-Token': String(hold.body['token']) }),
    },
  })
  return { clinic, answer }
}

const cancel = (guest: Guest, id: unknown) =>
  send(server, 'DELETE', `/api/public/appointments/${id}/`, { body: {}, headers: asGuest(guest) })

/** From now on no event of this kind can be written. */
const refuse = (action: string) =>
  sql`alter table audit_event add constraint refused
    check (action <> ${sql.lit(action)}) not valid`.execute(db)

describe('the audit trail', () => {
  test.each([
    ['from the list', false],
    ['from a hold', true],
  ])('says who booked %s and who cancelled, once each', async (_, held) => {
    const guest = await addGuest(db)
    const { answer } = await book(guest, held)
    const cancelled = [
      await cancel(guest, answer.body['id']),
      await cancel(guest, answer.body['id']),
    ]
    const common = { actor_id: guest.id, actor_role: 'guest', patient_id: guest.id, change: {} }
    expect(await readEvents(answer.body['id'])).toEqual([
      {
        ...common,
        action: 'appointment.booked',
        source: expect.stringContaining('127.0.0.1'),
        request_id: answer.headers.get('X-Request-Id'),
      },
      {
        ...common,
        action: 'appointment.cancelled',
        change: { without_version: true },
        source: expect.stringContaining('127.0.0.1'),
        request_id: cancelled[0]?.headers.get('X-Request-Id'),
      },
    ])
  })

  test('says which fields of a person changed, never what they hold', async () => {
    const created = await send(server, 'POST', '/api/public/users/', { body: guestDetails() })
    const id = created.body['id']
    await send(server, 'PUT', `/api/public/users/${id}/`, {
      body: { city: 'Saltmarsh', mobile: '07700 900777' },
      headers: { 'Guest-User-Access-Token': String(created.body['guest_access_token']) },
    })
    const events = await readEvents(id)
    expect(events.map(({ action, change }) => ({ action, change }))).toEqual([
      { action: 'person.created', change: {} },
      { action: 'person.updated', change: { fields: ['mobile', 'city'], version: 2 } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/Saltmarsh|900 ?777/)
  })

  test('can be added to and nothing else', async () => {
    await book(await addGuest(db), false)
    for (const statement of [
      sql`update audit_event set action = 'nothing'`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('append-only')
    }
    const { count } = await db
      .selectFrom('audit_event')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(0)
  })
})

describe('where the audit trail cannot be written, nothing happens:', () => {
  test.each([
    ['from the list', false],
    ['from a hold', true],
  ])('a booking %s leaves no appointment and uses no key up', async (_, held) => {
    const guest = await addGuest(db)
    await refuse('appointment.booked')
    const { clinic, answer } = await book(guest, held)
    expect(answer.outcome).toBe('500 internal')
    const left = await db
      .selectFrom('appointment')
      .select('status')
      .where('site_id', '=', clinic.site.id)
      .execute()
    expect(left).toEqual(held ? [{ status: 'held' }] : [])
    const keys = await rowsWhere(db, 'idempotency_key', { caller: `person:${guest.id}` })
    expect(keys).toEqual([])
  })

  test('a cancellation leaves the appointment booked', async () => {
    const guest = await addGuest(db)
    const { answer } = await book(guest, false)
    await refuse('appointment.cancelled')
    expect((await cancel(guest, answer.body['id'])).outcome).toBe('500 internal')
    const read = await send(server, 'GET', `/api/public/appointments/${answer.body['id']}/`, {
      headers: asGuest(guest),
    })
    expect(read.body['status']).toBe('booked')
  })

  test('a new guest is not kept', async () => {
    await refuse('person.created')
    const body = { ...guestDetails(), last_name: 'Unrecorded' }
    expect((await send(server, 'POST', '/api/public/users/', { body })).outcome).toBe(
      '500 internal',
    )
    const people = await db
      .selectFrom('person')
      .where('last_name', '=', 'Unrecorded')
      .select('id')
      .execute()
    expect(people).toEqual([])
  })

  test('a change to a guest is not kept', async () => {
    const guest = await addGuest(db)
    await refuse('person.updated')
    const answer = await send(server, 'PUT', `/api/public/users/${guest.id}/`, {
      body: { city: 'Elsewhere' },
      headers: asGuest(guest),
    })
    expect(answer.outcome).toBe('500 internal')
    const { body } = await send(server, 'GET', '/api/public/check-guest-user/', {
      headers: asGuest(guest),
    })
    expect(body['city']).toBe('')
  })
})

describe('where the change itself is undone at the last moment, the audit trail does not tell it:', () => {
  const undo = async (table: string) => {
    await sql`create or replace function undo() returns trigger language plpgsql as
      $$ begin raise exception 'undone'; end $$`.execute(db)
    await sql`create constraint trigger undone after insert or update on ${sql.table(table)}
      deferrable initially deferred for each row execute function undo()`.execute(db)
  }
  afterEach(async () => {
    for (const table of ['person', 'appointment']) {
      await sql`drop trigger if exists undone on ${sql.table(table)}`.execute(db)
    }
  })
  const actions = async () =>
    (await db.selectFrom('audit_event').select('action').orderBy('sequence').execute()).length

  test('a booking, a cancellation, a new guest and a change', async () => {
    const guest = await addGuest(db)
    const { answer } = await book(guest, false)
    const other = await addGuest(db)
    const clinic = await openMorning(db)
    const before = await actions()
    for (const table of ['appointment', 'person']) await undo(table)
    const answers = [
      await cancel(guest, answer.body['id']),
      await send(server, 'POST', '/api/public/users/', { body: guestDetails() }),
      await send(server, 'PUT', `/api/public/users/${guest.id}/`, {
        body: { city: 'Elsewhere' },
        headers: asGuest(guest),
      }),
      await send(server, 'POST', '/api/public/appointments/', {
        body: {
          appointment_type_id: clinic.type.id,
          start: clinic.start.toISOString(),
          site_id: clinic.site.id,
        },
        headers: asGuest(other),
      }),
    ]
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(4).fill('500 internal'))
    expect(await actions()).toBe(before)
  })
})
