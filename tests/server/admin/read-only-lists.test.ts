import { beforeAll, describe, expect, test } from 'vitest'
import { permissionTo } from '#lib/contract/admin/admin-resource.ts'
import { adminLists } from '#lib/contract/admin/admin-resources.ts'
import { permissions } from '#lib/contract/permissions.ts'
import { addAppointment, addClinician, addPerson, addSite, addType } from '../clinic-factory.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { updateRows } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* What the lists of appointments promise, whose records are changed elsewhere, from their definition. */

type Row = Record<string, unknown> & { id: number }

const server = await runTestServer()
const { headers } = await addSignedIn(server, { person: { is_superuser: true } })
for (const isCancelled of [false, true]) {
  await add('Aaron', 10, { status: isCancelled ? 'cancelled' : 'booked' }, 'patient')
  await add('Zoe', 20, { status: isCancelled ? 'cancelled' : 'completed' }, 'staff')
}

/** An appointment all of whose names begin like its patient's, on a day of June. */
async function add(name: string, day: number, given: object, cancelledBy: 'patient' | 'staff') {
  const { db } = server.database
  const patient = await addPerson(db, { first_name: name, last_name: `Lund${day}` })
  const staff = await addClinician(db)
  const { site, room } = await addSite(db)
  await updateRows(db, 'site', site.id, { name: `${name} Street ${day}` })
  await updateRows(db, 'person', staff.person_id, { first_name: name })
  const at = new Date(`2026-06-${day}T09:00:00Z`)
  const appointment = await addAppointment(db, {
    site_id: site.id,
    room_id: room.id,
    staff_id: staff.id,
    patient_id: patient.id,
    appointment_type_id: (await addType(db, { name: `${name} check` })).id,
    starts_at: at,
    created: at,
    ...given,
  })
  if ('status' in given && given.status === 'cancelled') {
    const by = cancelledBy === 'patient' ? patient.id : staff.person_id
    await updateRows(db, 'appointment', appointment.id, { cancelled_by: by })
  }
}

const ask = (path: string, query: Record<string, string>, by = headers) =>
  send(server, 'GET', `/api/admin/${path}/?${new URLSearchParams(query)}`, { headers: by })
const toRows = ({ body }: Answer) => listedRows<Row>(body)
const ids = (answer: Answer) => toRows(answer).map(({ id }) => id)

const appointmentLists = adminLists.filter(({ audit }) => audit === 'appointment')

describe.each(appointmentLists.map((of) => [of.many, of] as const))('the list of %s', (_, of) => {
  const { path } = of
  let early: Row
  let late: Row
  const both = () => [early.id, late.id]
  beforeAll(async () => {
    ;[early, late] = toRows(await ask(path, { ordering: 'start' })) as [Row, Row]
  })

  test('has its records and no other', async () => {
    expect(toRows(await ask(path, {}))).toHaveLength(2)
    for (const row of [early, late]) {
      expect(of.entity.parse(row)).toEqual(row)
      expect(row['status'] === 'cancelled').toBe(path === 'cancelled-appointments')
    }
  })

  test.each(of.orderable)('is ordered by %s, either way', async (field) => {
    expect(ids(await ask(path, { ordering: field }))).toEqual(both())
    const isSame = early[field] === late[field]
    expect(ids(await ask(path, { ordering: `-${field}` }))).toEqual(
      isSame ? both() : both().toReversed(),
    )
  })

  test.each(Object.keys(of.filters))('is narrowed by %s, and so is its file', async (name) => {
    const day = (row: Row) => String(row['start']).slice(0, 10)
    const [value, wanted] =
      name === 'from'
        ? [day(late), [late]]
        : name === 'to'
          ? [day(early), [early]]
          : name === 'attendance'
            ? ['none', [early, late]]
            : [String(early[name]), early[name] === late[name] ? [early, late] : [early]]
    const query = { [name]: value, ordering: 'start' }
    expect(ids(await ask(path, query))).toEqual(wanted.map(({ id }) => id))
    const [head = [], ...lines] = parseCsv((await ask(`${path}/export`, query)).text)
    const place = head.indexOf('Reference')
    expect(lines.map((line) => line[place])).toEqual(wanted.map(({ reference }) => reference))
  })

  test.each(of.searchable)('is searched by %s', async (field) => {
    expect(ids(await ask(path, { search: String(late[field]) }))).toEqual([late.id])
  })

  test('refuses what it cannot be asked for, by name', async () => {
    expect((await ask(path, { ordering: 'notes' })).body).toHaveProperty('ordering')
    for (const name of Object.keys(of.filters)) {
      expect(Object.keys((await ask(path, { [name]: 'x y' })).body), name).toEqual([name])
    }
  })

  test('takes its permission: whoever has every other one may not', async () => {
    const held = permissions.filter((permission) => permission !== permissionTo('view', of))
    const other = await addStaffUser(server, held)
    for (const asked of [path, `${path}/export`]) {
      expect((await ask(asked, {}, other.headers)).outcome).toBe('403 not_allowed')
    }
  })

  test('is for reading: nothing of it is replaced or deleted as a record', async () => {
    const address = `/api/admin/${path}/${early.id}/uses/`
    expect((await send(server, 'GET', address, { headers })).outcome).toBe('404 not_found')
    const imported = await send(server, 'POST', `/api/admin/${path}/import/`, { headers, body: {} })
    expect(imported.outcome).toBe('404 not_found')
  })
})
