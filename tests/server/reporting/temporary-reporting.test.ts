import { beforeAll, describe, expect, test } from 'vitest'
import {
  addAppointment,
  addClinician,
  addPerson,
  addRoom,
  addSite,
  addType,
} from '../clinic-factory.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { auditLines, insertRow, newestAuditLine, updateRows } from '../rows.ts'
import { listedRows } from '../send.ts'
import { addClinicianUser, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

let place: Awaited<ReturnType<typeof addSite>>
const server = await runTestServer()
const db = server.database.db
const manager = await addStaffUser(server, [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.user_admin',
])
place = await addSite(db, { slug: 'quay' })
const type = await addType(db, { name: 'Blood test' })
const other = await addType(db, { name: 'Ear check' })
const nurse = await addClinician(db)
const patient = await addPerson(db, { first_name: '=cmd()', last_name: 'Okafor, Ines' })
const add = async (
  at: string,
  given: Partial<Parameters<typeof addAppointment>[1]> = {},
): Promise<number> =>
  (await addAppointment(db, { starts_at: new Date(at), appointment_type_id: type.id, ...given })).id
const made = {
  first: await add('2026-03-29T00:30:00Z', {
    patient_id: patient.id,
    staff_id: nurse.id,
    site_id: place.site.id,
    room_id: place.room.id,
    status: 'completed',
    completed_on: new Date('2026-03-29T01:05:00Z'),
    created: new Date('2026-03-20T10:00:00Z'),
    duration: 30,
  }),
  second: await add('2026-03-30T09:00:00Z', {
    site_id: place.site.id,
    room_id: (await addRoom(db, place.site.id)).id,
    appointment_type_id: other.id,
    status: 'did_not_attend',
  }),
  third: await add('2026-03-31T09:00:00Z'),
  cancelled: await add('2026-04-01T22:55:00Z', { status: 'cancelled', staff_id: nurse.id }),
}
await add('2026-03-28T23:55:00Z')
await add('2026-04-01T23:00:00Z')

const PERIOD = 'from=2026-03-29&to=2026-04-01'
const get = (path: string, { ask } = manager) =>
  ask('GET', `/api/admin/temporary-reporting/${path}`)

async function listed(query: string, as = manager) {
  const { body, status, text } = await get(`?${PERIOD}${query}`, as)
  expect(status, text).toBe(200)
  const results = listedRows<{ id: number }>(body)
  return { count: body['count'], ids: results.map(({ id }) => id) }
}

describe('the list', () => {
  test('has the appointments that start on the clinic’s days, the cancelled ones too', async () => {
    expect(await listed('')).toEqual({
      count: 4,
      ids: [made.first, made.second, made.third, made.cancelled],
    })
  })

  test('is narrowed down by place, clinician, type and how it ended', async () => {
    const found = async (query: string) => (await listed(`&${query}`)).ids
    expect(await found(`site_id=${place.site.id}`)).toEqual([made.first, made.second])
    expect(await found(`staff_id=${nurse.id}`)).toEqual([made.first, made.cancelled])
    expect(await found(`appointment_type_id=${other.id}`)).toEqual([made.second])
    expect(await found('status=cancelled')).toEqual([made.cancelled])
    expect(await found('status=booked')).toEqual([made.third])
  })

  test('is ordered and paged', async () => {
    expect((await listed('&ordering=-start')).ids).toEqual(
      [made.first, made.second, made.third, made.cancelled].toReversed(),
    )
    expect((await listed('&ordering=-duration')).ids[0]).toBe(made.first)
    expect((await listed('&ordering=appointment_type')).ids.at(-1)).toBe(made.second)
    expect((await listed('&ordering=patient')).ids[0]).toBe(made.first)
    expect(await listed('&page=2&page_size=3')).toEqual({ count: 4, ids: [made.cancelled] })
    expect((await get(`?${PERIOD}&ordering=notes`)).status).toBe(400)
  })
})

describe('what came of them', () => {
  let advice: number
  let referral: number
  /** @returns its id. */
  const give = async (name: string, ...appointments: number[]) => {
    const { id } = await insertRow(db, 'appointment_outcome', { name })
    for (const appointment_id of appointments) {
      const version = { appointment_outcome_id: id, edition: 1, subversion: 0 }
      await insertRow(db, 'appointment_outcome_given', { appointment_id, ...version })
    }
    return id
  }
  let bare: number
  beforeAll(async () => {
    const completed = async (at: string) =>
      (
        await addAppointment(db, {
          starts_at: new Date(at),
          appointment_type_id: type.id,
          staff_id: nurse.id,
          status: 'completed',
          completed_on: new Date(at),
        })
      ).id
    bare = await completed('2025-05-02T09:00:00Z')
    const second = await completed('2025-05-03T09:00:00Z')
    const third = await completed('2025-05-04T09:00:00Z')
    advice = await give('Given advice', second, third)
    referral = await give('Referred to GP', third)
    // Its name as it was stays with those; the report knows both as one.
    await updateRows(db, 'appointment_outcome', advice, { name: 'Gave advice', archived: true })
  })
  const MAY = 'from=2025-05-01&to=2025-05-31'
  const count = async (query: string, as = manager) =>
    (await get(`outcomes/?${MAY}${query}`, as)).body

  test('narrows the list down, also to those of which nobody has said', async () => {
    const names = async (query: string) => {
      const { body } = await get(`?${MAY}&${query}`)
      const results = listedRows<{ outcomes: { name: string }[] }>(body)
      return results.map(({ outcomes }) => outcomes.map(({ name }) => name))
    }
    expect(await names(`outcome_id=${advice}`)).toEqual([
      ['Given advice'],
      ['Given advice', 'Referred to GP'],
    ])
    expect(await names(`outcome_id=${referral}`)).toEqual([['Given advice', 'Referred to GP']])
    expect(await names('outcome_id=none')).toEqual([[]])
    expect((await get(`?${MAY}&outcome_id=none`)).body['results']).toMatchObject([{ id: bare }])
    expect(Object.keys((await get(`?${MAY}&outcome_id=some`)).body)).toEqual(['outcome_id'])
  })

  test('is counted by outcome, whatever its version, of what the filters leave', async () => {
    const gave = { id: advice, name: 'Gave advice', appointments: 2 }
    const referred = { id: referral, name: 'Referred to GP', appointments: 1 }
    expect(await count('')).toEqual({ completed: 3, without: 1, results: [gave, referred] })
    expect(await count(`&outcome_id=${referral}`)).toEqual({
      completed: 1,
      without: 0,
      results: [{ ...gave, appointments: 1 }, referred],
    })
    expect(await count('&status=booked')).toEqual({ completed: 0, without: 0, results: [] })
    const own = await addClinicianUser(server, ['clinic.view_appointment'])
    expect(await count('', own)).toEqual({ completed: 0, without: 0, results: [] })
    expect((await get(`outcomes/?${MAY}&staff_id=all`, own)).outcome).toBe('403 not_allowed')
  })

  test('is a column of the file, by the names that they were given', async () => {
    const [head = [], ...lines] = parseCsv((await get(`export/?${MAY}`)).text)
    const place = head.indexOf('Outcomes')
    expect(lines.map((line) => line[place])).toEqual([
      '',
      'Given advice',
      'Given advice; Referred to GP',
    ])
  })

  test('can be chosen, archived ones last', async () => {
    const { outcomes } = (await get('fields/')).body as { outcomes: { id: number }[] }
    expect(outcomes.slice(-1)).toEqual([{ id: advice, name: 'Gave advice', archived: true }])
    expect(outcomes).toContainEqual({ id: referral, name: 'Referred to GP', archived: false })
  })
})

describe('the file', () => {
  test('has what the list has, by the clinic’s clock, safe for a spreadsheet', async () => {
    const answer = await get(`export/?${PERIOD}&staff_id=${nurse.id}`)
    const days = new URLSearchParams(PERIOD)
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="appointments-${days.get('from')}-to-${days.get('to')}.csv"`,
    )
    const [head = [], ...records] = parseCsv(answer.text)
    const [first, last] = records.map((record) =>
      Object.fromEntries(head.map((name, index) => [name, record[index]])),
    )
    expect(records).toHaveLength(2)
    // Half past midnight, and half an hour later it is two o'clock: the clocks go forward.
    expect(first).toMatchObject({
      Date: '2026-03-29',
      Start: '00:30',
      End: '02:00',
      'Start (UTC)': '2026-03-29T00:30:00.000Z',
      Minutes: '30',
      Status: 'Completed',
      'Appointment type': 'Blood test',
      Site: place.site.name,
      Room: place.room.name,
      Patient: "'=cmd() Okafor, Ines",
      'Booked on': '2026-03-20',
      'Completed on': '2026-03-29',
      'Cancelled on': '',
    })
    expect(last).toMatchObject({
      Date: '2026-04-01',
      Start: '23:55',
      Status: 'Cancelled',
      'Completed on': '',
      'Cancelled on': '2026-04-01',
    })
  })

  test('is a line of the trail that says what was taken; a refused one is none', async () => {
    const taken = () =>
      auditLines(db, ['actor_id', 'subject_type', 'patient_id', 'change'], {
        action: 'report.exported',
      })
    const before = await taken()
    await get(`export/?${PERIOD}&status=cancelled`)
    const own = await addClinicianUser(server, ['clinic.view_appointment', 'clinic.user_admin'])
    expect((await get(`export/?${PERIOD}&staff_id=all`, own)).outcome).toBe('403 not_allowed')
    expect((await taken()).slice(before.length)).toEqual([
      {
        actor_id: manager.id,
        subject_type: 'report',
        patient_id: null,
        change: {
          filters: {
            from: '2026-03-29',
            to: '2026-04-01',
            staff_id: 'all',
            status: 'cancelled',
          },
          lines: 1,
        },
      },
    ])
  })
})

test('looking at a page is a line of the trail, since it names patients', async () => {
  await listed(`&page=2&page_size=3&site_id=${place.site.id}`)
  const line = await newestAuditLine(db, ['actor_id', 'action', 'change'], {
    subject_type: 'report',
  })
  expect(line).toEqual({
    actor_id: manager.id,
    action: 'report.read',
    change: {
      filters: { from: '2026-03-29', to: '2026-04-01', staff_id: 'all', site_id: place.site.id },
      page: 2,
    },
  })
})

test('who sees their own appointments only reports on them, and can choose no one else', async () => {
  const own = await addClinicianUser(server, ['clinic.view_appointment'])
  const { id } = await addAppointment(db, {
    starts_at: new Date('2026-03-31T12:00:00Z'),
    staff_id: own.staffId ?? 0,
  })
  expect(await listed('', own)).toEqual({ count: 1, ids: [id] })
  const choosing = async (as: SignedInPerson) =>
    (await get('fields/', as)).body['clinicians'] as { id: number }[]
  expect((await choosing(own)).map((one) => one.id)).toEqual([own.staffId])
  expect((await choosing(manager)).length).toBeGreaterThan(3)
})
