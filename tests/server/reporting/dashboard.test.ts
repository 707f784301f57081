import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { Permission } from '#lib/contract/permissions.ts'
import type { ClinicianDashboard, UpcomingAppointment } from '#lib/contract/reporting.ts'
import { addAppointment, addOpening, addPerson, addSite, addType } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addClinicianUser, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/*
 * Numbers that were added up by hand. The clinic's clock is London's: on 29 March 2026 it goes from
 * 1:00 to 2:00, on 25 October from 2:00 back to 1:00.
 */

let clinician: SignedInPerson
const server = await runTestServer({ environment: { DASHBOARD_UPCOMING_LIMIT: '2' } })
const db = server.database.db
const manager = await addStaffUser(server, [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
])
const type = await addType(db, { name: 'Blood test' })
const place = await addSite(db)
const site = place.site
const room = place.room
beforeEach(async () => {
  clinician = await newClinician(['clinic.view_appointment'])
})

const newClinician = (permissions: Permission[]) => addClinicianUser(server, permissions)

/** An appointment of the clinician. */
const appointment = (at: string, given: Partial<Parameters<typeof addAppointment>[1]> = {}) =>
  addAppointment(db, {
    starts_at: new Date(at),
    staff_id: clinician.staffId ?? 0,
    appointment_type_id: type.id,
    ...given,
  })

const available = async (start: string, end: string) =>
  addOpening(db, { staff: clinician.staffId ?? 0, room: (await addSite(db)).room, types: [type] }, [
    start,
    end,
  ])

async function read(path: string, query: Record<string, string>, as = clinician) {
  const search = new URLSearchParams(query)
  const answer = await send(server, 'GET', `/api/admin/${path}/?${search}`, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const numbers = async (from: string, to: string, query: Record<string, string> = {}) =>
  (await read('clinician-dashboard', { from, to, ...query })) as z.infer<typeof ClinicianDashboard>

const NOTHING = {
  appointments: 0,
  by_status: { booked: 0, completed: 0, did_not_attend: 0, cancelled: 0 },
  minutes_booked: 0,
  minutes_available: 0,
  utilisation: null,
  did_not_attend_rate: null,
}

describe('the numbers of a period', () => {
  test('are what was booked, how it ended, and how much of the time it took', async () => {
    const other = await addType(db, { name: 'Ear check', duration: 30 })
    await available('2026-06-01T08:00:00Z', '2026-06-01T12:00:00Z')
    await available('2026-06-02T08:00:00Z', '2026-06-02T09:00:00Z')
    await appointment('2026-06-01T08:00:00Z', { status: 'completed' })
    await appointment('2026-06-01T08:15:00Z', { status: 'completed' })
    await appointment('2026-06-01T08:30:00Z', { status: 'completed' })
    await appointment('2026-06-01T08:45:00Z', { status: 'did_not_attend' })
    await appointment('2026-06-01T09:00:00Z', { status: 'cancelled' })
    await appointment('2026-06-02T08:00:00Z', { appointment_type_id: other.id, duration: 30 })
    await appointment('2026-05-31T10:00:00Z', { status: 'completed', duration: 20 })

    const { clinician: reportScope, ...found } = await numbers('2026-06-01', '2026-06-02')
    expect(reportScope?.id).toBe(clinician.staffId)
    expect(found).toEqual({
      from: '2026-06-01',
      to: '2026-06-02',
      appointments: 5,
      by_status: { booked: 1, completed: 3, did_not_attend: 1, cancelled: 1 },
      minutes_booked: 90,
      minutes_available: 300,
      utilisation: 0.3,
      did_not_attend_rate: 0.25,
      by_type: [
        { appointment_type: { id: type.id, name: 'Blood test' }, appointments: 4, minutes: 60 },
        { appointment_type: { id: other.id, name: 'Ear check' }, appointments: 1, minutes: 30 },
      ],
      by_day: [
        {
          date: '2026-06-01',
          appointments: 4,
          cancelled: 1,
          minutes_booked: 60,
          minutes_available: 240,
        },
        {
          date: '2026-06-02',
          appointments: 1,
          cancelled: 0,
          minutes_booked: 30,
          minutes_available: 60,
        },
      ],
      previous: {
        ...NOTHING,
        from: '2026-05-30',
        to: '2026-05-31',
        appointments: 1,
        by_status: { ...NOTHING.by_status, completed: 1 },
        minutes_booked: 20,
        did_not_attend_rate: 0,
      },
    })
  })

  test('leave out what is only held', async () => {
    await appointment('2026-06-15T09:00:00Z', {
      status: 'held',
      patient_id: null,
      hold_token_hash: Buffer.from(`hold of ${clinician.id}`),
      hold_expires_at: new Date('2026-06-15T09:10:00Z'),
    })
    expect(await numbers('2026-06-15', '2026-06-15')).toMatchObject({ ...NOTHING, by_type: [] })
  })

  test('are those of this week where no days are asked for', async () => {
    // A Sunday at half past midnight; in UTC still Saturday.
    vi.spyOn(server.services, 'now').mockReturnValue(Date.parse('2026-08-08T23:30:00Z'))
    const found = await read('clinician-dashboard', {})
    vi.restoreAllMocks()
    expect([found['from'], found['to']]).toEqual(['2026-08-03', '2026-08-09'])
  })

  test('of a month are compared with the month before', async () => {
    const { previous } = await numbers('2026-03-01', '2026-03-31')
    expect([previous.from, previous.to]).toEqual(['2026-02-01', '2026-02-28'])
  })
})

describe('whose numbers', () => {
  test('a clinician gets their own, and a manager everybody’s or one clinician’s', async () => {
    const mine = { staff_id: String(clinician.staffId) }
    await appointment('2026-07-01T09:00:00Z')
    await addAppointment(db, { starts_at: new Date('2026-07-01T09:00:00Z') })
    expect((await numbers('2026-07-01', '2026-07-01')).appointments).toBe(1)
    const day = { from: '2026-07-01', to: '2026-07-01' }
    expect(await read('clinician-dashboard', day, manager)).toMatchObject({
      clinician: null,
      appointments: 2,
    })
    expect(await read('clinician-dashboard', { ...day, ...mine }, manager)).toMatchObject({
      clinician: { id: clinician.staffId },
      appointments: 1,
    })
  })

  test('another’s and everybody’s are refused without the permission, whatever is asked', async () => {
    const permissions: Permission[] = [
      'clinic.view_appointment',
      'clinic.view_vaccinationhistory',
      'clinic.user_admin',
    ]
    const curious = await newClinician(permissions)
    const office = await addStaffUser(server, permissions)
    const paths = [
      'clinician-dashboard',
      'clinician-upcoming-appointments',
      'dashboard-total-income',
      'dashboard-appointments-logs',
      'dashboard-appointment-types',
      'temporary-reporting',
      'temporary-reporting/export',
    ]
    for (const path of paths) {
      const outcome = async (query: string, { ask }: SignedInPerson) =>
        (await ask('GET', `/api/admin/${path}/?${query}`)).outcome
      expect(await outcome('', curious), path).toBe('200')
      expect(await outcome('staff_id=all', curious), path).toBe('403 not_allowed')
      expect(await outcome(`staff_id=${clinician.staffId}`, curious), path).toBe('403 not_allowed')
      expect(await outcome('staff_id=2147483647', curious), path).toBe('403 not_allowed')
      expect(await outcome('', office), path).toBe('403 not_allowed')
      expect(await outcome('staff_id=everybody', curious), path).toBe('400')
    }
    const missing = await manager.ask('GET', '/api/admin/clinician-dashboard/?staff_id=2147483647')
    expect(missing.outcome).toBe('404 not_found')
  })
})

test.each([
  ['from=2026-06-02&to=2026-06-01', { to: ['The last day must not be before the first'] }],
  ['from=2026-06-02', { to: ['Enter both the first and the last day, or neither'] }],
  ['from=2025-01-01&to=2026-01-02', { to: ['Choose 366 days or fewer'] }],
])('days that cannot be (%s) are refused in words', async (query, fields) => {
  for (const path of [
    'clinician-dashboard',
    'dashboard-appointments-logs',
    'temporary-reporting',
  ]) {
    const { status, body } = await send(server, 'GET', `/api/admin/${path}/?${query}`, clinician)
    expect([status, body], path).toEqual([400, fields])
  }
})

describe('upcoming appointments', () => {
  const upcoming = async (query: Record<string, string> = {}) => {
    vi.spyOn(server.services, 'now').mockReturnValue(Date.parse('2026-09-01T09:10:00Z'))
    const { count, results } = await read('clinician-upcoming-appointments', query)
    vi.restoreAllMocks()
    return { count, results: results as z.infer<typeof UpcomingAppointment>[] }
  }

  test('are the next ones, with the one that is under way, as many as are configured', async () => {
    const patient = await addPerson(db, { first_name: 'Ines', last_name: 'Okafor' })
    const here = { room_id: room.id, site_id: site.id, patient_id: patient.id }
    await appointment('2026-09-01T08:45:00Z', { duration: 20 })
    const now = await appointment('2026-09-01T09:05:00Z', here)
    await appointment('2026-09-01T09:20:00Z', { status: 'cancelled' })
    const next = await appointment('2026-09-01T09:30:00Z')
    const last = await appointment('2026-09-03T09:30:00Z')
    const { count, results } = await upcoming()
    expect([count, results.map(({ id }) => id)]).toEqual([3, [now.id, next.id]])
    expect(results[0]).toMatchObject({
      start: '2026-09-01T09:05:00.000Z',
      end: '2026-09-01T09:20:00.000Z',
      patient: { id: patient.id, full_name: 'Ines Okafor' },
      appointment_type: { id: type.id, name: 'Blood test' },
      room: { id: room.id },
      site: { id: site.id },
      clinician: { id: clinician.staffId },
    })
    const more = await upcoming({ limit: '100' })
    expect(more.results.map(({ id }) => id)).toEqual([now.id, next.id, last.id])
  })

  test('are none where none are', async () => {
    expect(await upcoming()).toEqual({ count: 0, results: [] })
  })
})

describe('the appointment types', () => {
  test('are all there with how often each was booked, and the hidden for who may know', async () => {
    const secret = await addType(db, { name: 'Hidden check', hidden: true })
    const unused = await addType(db, { name: 'Never booked' })
    await appointment('2026-07-10T09:00:00Z')
    await appointment('2026-07-10T09:15:00Z')
    await appointment('2026-07-10T09:30:00Z', { status: 'cancelled' })
    await appointment('2026-07-10T09:45:00Z', { appointment_type_id: secret.id })
    const day = { from: '2026-07-10', to: '2026-07-10', page_size: '500' }
    const counted = async (query: Record<string, string>, as = clinician) => {
      const { results } = await read('dashboard-appointment-types', { ...day, ...query }, as)
      return (results as { id: number; appointments: number }[]).map((one) => [
        one.id,
        one.appointments,
      ])
    }
    const found = await counted({ ordering: '-appointments' })
    expect(found[0]).toEqual([type.id, 2])
    expect(found).toContainEqual([unused.id, 0])
    expect(found.map(([id]) => id)).not.toContain(secret.id)
    const trusted = await addStaffUser(server, [
      'clinic.view_appointment',
      'clinic.view_other_appointments',
      'clinic.view_hidden_appointment_types',
    ])
    expect(await counted({ search: 'hidden' }, trusted)).toEqual([[secret.id, 1]])
  })
})
