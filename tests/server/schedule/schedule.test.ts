import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Schedule } from '#lib/contract/schedule.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { addPerson, addRoom, openMorning } from '../clinic-factory.ts'
import { auditLines, insertRow, oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

const staffWith = (...permissions: Permission[]) =>
  addStaffUser(server, ['clinic.view_appointment', ...permissions])

const read = async (who: SignedInPerson, query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  const answer = await send(server, 'GET', `/api/admin/clinic/schedule/?${search}`, who)
  return { ...answer, schedule: answer.body as unknown as Schedule }
}

type Clinic = Awaited<ReturnType<typeof openMorning>>

/** An appointment of the clinic's first clinician, `minutes` after the clinic opens. */
async function addAppointment(
  clinic: Clinic,
  { minutes = 0, status = 'booked', clinician = 0 }: Partial<Record<string, unknown>> & object = {},
) {
  const staffId = clinic.staff[Number(clinician)]?.id ?? 0
  const { room_id } = await oneRow(db, 'availability', { staff_id: staffId })
  const patient = await addPerson(db)
  const row = await insertRow(db, 'appointment', {
    reference: `r${Math.random()}`,
    status: String(status),
    appointment_type_id: clinic.type.id,
    staff_id: staffId,
    room_id,
    site_id: clinic.site.id,
    patient_id: status === 'held' ? null : patient.id,
    starts_at: new Date(clinic.start.getTime() + Number(minutes) * 60_000),
    duration: 15,
    completed_on: status === 'completed' ? new Date() : null,
    cancelled_on: status === 'cancelled' ? new Date() : null,
    hold_token_hash: status === 'held' ? Buffer.from(String(Math.random())) : null,
    hold_expires_at: status === 'held' ? sql<Date>`now() + interval '5 minutes'` : null,
  })
  return { ...row, patient }
}

describe('a day by clinician', () => {
  test('is who works, where, and what is booked or held; not what is cancelled', async () => {
    const clinic = await openMorning(db)
    const booked = await addAppointment(clinic)
    await addAppointment(clinic, { minutes: 15, status: 'cancelled' })
    const held = await addAppointment(clinic, { minutes: 30, status: 'held' })
    const reader = await staffWith('clinic.view_other_appointments')
    const { schedule } = await read(reader, {
      from: clinic.day,
      to: clinic.day,
      site_id: clinic.site.id,
    })
    const [clinician] = clinic.staff
    expect(schedule.columns).toEqual([
      { id: clinician?.id, name: expect.any(String), site_id: clinic.site.id },
    ])
    expect(schedule.sites).toContainEqual({
      id: clinic.site.id,
      slug: clinic.site.slug,
      name: clinic.site.name,
    })
    expect(schedule.appointment_types).toEqual([{ id: clinic.type.id, name: clinic.type.name }])
    expect(schedule.occurrences).toMatchObject([
      {
        staff_id: clinician?.id,
        room_id: booked.room_id,
        date: clinic.day,
        start: clinic.start.toISOString(),
        end: clinic.end.toISOString(),
        recurring: false,
      },
    ])
    expect(schedule.appointments).toEqual([
      {
        id: booked.id,
        version: 1,
        status: 'booked',
        staff_id: clinician?.id,
        room_id: booked.room_id,
        start: booked.starts_at.toISOString(),
        end: booked.ends_at.toISOString(),
        appointment_type_id: clinic.type.id,
        patient: { id: booked.patient.id, full_name: booked.patient.full_name },
        held_until: null,
        forms: null,
        is_coming: null,
      },
      expect.objectContaining({ id: held.id, status: 'held', patient: null }),
    ])
    expect(Date.parse(schedule.appointments[1]?.held_until ?? '')).toBeGreaterThan(Date.now())
  })

  test('leaves out a hold that has ended, and a clinician who no longer works here', async () => {
    const clinic = await openMorning(db, 2)
    const ended = await addAppointment(clinic, { status: 'held' })
    await updateRows(db, 'appointment', ended.id, { hold_expires_at: new Date(Date.now() - 1000) })
    const promised = await addAppointment(clinic, { minutes: 60, clinician: 1 })
    const gone = clinic.staff[1]?.id ?? 0
    await updateRows(db, 'staff', gone, { is_active: false })
    const reader = await staffWith('clinic.view_other_appointments')
    const at = { from: clinic.day, to: clinic.day, site_id: clinic.site.id }
    const { schedule } = await read(reader, at)
    // What was promised to a patient stays in sight, without ground under it.
    expect(schedule.columns.map(({ id }) => id)).toContain(gone)
    expect(schedule.appointments.map(({ id }) => id)).toEqual([promised.id])
    expect(schedule.occurrences.map(({ staff_id }) => staff_id)).not.toContain(gone)
    await db.deleteFrom('appointment').where('id', '=', promised.id).execute()
    const later = await read(reader, at)
    expect(later.schedule.columns.map(({ id }) => id)).toEqual([clinic.staff[0]?.id])
  })

  test('shows a clinician or room who is asked for, though nothing is on that day', async () => {
    const clinic = await openMorning(db)
    const reader = await staffWith('clinic.view_other_appointments')
    const day = { from: '2031-05-05', to: '2031-05-05' }
    const id = clinic.staff[0]?.id ?? 0
    const byStaff = await read(reader, { ...day, staff_id: id })
    expect(byStaff.schedule.columns).toEqual([{ id, name: expect.any(String), site_id: null }])
    const room = await addRoom(db, clinic.site.id)
    const byRoom = await read(reader, { ...day, by: 'room', room_id: room.id })
    expect(byRoom.schedule.columns).toEqual([
      { id: room.id, name: room.name, site_id: clinic.site.id },
    ])
  })

  test('begins and ends with the clinic’s day, and has what crosses midnight on both', async () => {
    const clinic = await openMorning(db)
    // Summer time: the clinic's midnight is 23:00 UTC.
    const night = await addAppointment(clinic)
    await updateRows(db, 'appointment', night.id, {
      starts_at: new Date('2030-07-01T22:50:00Z'),
      duration: 20,
    })
    const reader = await staffWith('clinic.view_other_appointments')
    const idsOn = async (date: string) =>
      (await read(reader, { from: date, to: date })).schedule.appointments.map(({ id }) => id)
    expect(await idsOn('2030-06-30')).toEqual([])
    expect(await idsOn('2030-07-01')).toEqual([night.id])
    expect(await idsOn('2030-07-02')).toEqual([night.id])
    expect(await idsOn('2030-07-03')).toEqual([])
  })
})

test('by room the columns are the rooms that are used', async () => {
  const clinic = await openMorning(db, 2)
  const reader = await staffWith('clinic.view_other_appointments')
  const { schedule } = await read(reader, {
    by: 'room',
    from: clinic.day,
    to: clinic.day,
    site_id: clinic.site.id,
  })
  expect(schedule.columns).toEqual(
    schedule.rooms.map(({ id, name }) => ({ id, name, site_id: clinic.site.id })),
  )
  // The site's own room is used by nobody.
  expect(schedule.columns).toHaveLength(2)
  expect(schedule.staff).toHaveLength(2)
})

describe('who sees what', () => {
  test('others’ columns only with the permission; no query gets round it', async () => {
    const clinic = await openMorning(db, 2)
    const [own, theirs] = clinic.staff
    await addAppointment(clinic, { clinician: 1 })
    const me = await addSignedIn(server, {
      personId: own?.person_id ?? 0,
      permissions: ['clinic.view_appointment'],
    })
    const at = { from: clinic.day, to: clinic.day }
    const { schedule } = await read(me, at)
    expect(schedule.columns.map(({ id }) => id)).toEqual([own?.id])
    expect(schedule.appointments).toEqual([])
    for (const query of [{ staff_id: theirs?.id ?? 0 }, { by: 'room' }, { by: 'staff' }]) {
      const { schedule: seen } = await read(me, { ...at, ...query })
      expect(seen.staff.map(({ id }) => id)).not.toContain(theirs?.id)
      expect(seen.appointments).toEqual([])
    }
    const desk = await staffWith()
    expect((await read(desk, at)).schedule.columns).toEqual([])
  })

  test('hidden sites only with the permission', async () => {
    const clinic = await openMorning(db)
    await addAppointment(clinic)
    await updateRows(db, 'site', clinic.site.id, { hidden: true })
    const at = { from: clinic.day, to: clinic.day, site_id: clinic.site.id }
    const plain = await read(await staffWith('clinic.view_other_appointments'), at)
    expect([plain.schedule.columns, plain.schedule.appointments]).toEqual([[], []])
    expect(plain.schedule.sites.map(({ id }) => id)).not.toContain(clinic.site.id)
    const reader = await staffWith('clinic.view_other_appointments', 'clinic.view_hidden_sites')
    expect((await read(reader, at)).schedule.appointments).toHaveLength(1)
  })
})

describe('reading names is on the trail', () => {
  const readings = (who: SignedInPerson) =>
    auditLines(db, ['actor_role', 'subject_type', 'subject_id', 'change'], {
      actor_id: who.id,
      action: 'schedule.read',
    })

  test('and tells whose they were, so that it is found with everything about them', async () => {
    const clinic = await openMorning(db)
    const { patient_id } = await addAppointment(clinic)
    const reader = await staffWith('clinic.view_other_appointments', 'admin.view_logentry')
    await read(reader, { from: clinic.day, to: clinic.day })
    const path = `/api/admin/auditevents/?patient_id=${patient_id}&action=schedule.read`
    const { body } = await reader.ask('GET', path)
    expect(body['results']).toMatchObject([{ actor: { id: reader.id }, action: 'schedule.read' }])
  })

  test('once for a view, however often it is refreshed; again for another, or later', async () => {
    const clinic = await openMorning(db)
    await addAppointment(clinic)
    const reader = await staffWith('clinic.view_other_appointments')
    const at = { from: clinic.day, to: clinic.day }
    for (let count = 0; count < 3; count += 1) await read(reader, at)
    const line = { actor_role: 'staff', subject_type: 'schedule', subject_id: 0 }
    const byStaff = { ...line, change: { by: 'staff', ...at } }
    expect(await readings(reader)).toEqual([byStaff])
    await read(reader, { ...at, by: 'room', site_id: clinic.site.id })
    const byRoom = { ...line, change: { by: 'room', ...at, site_id: clinic.site.id } }
    expect(await readings(reader)).toEqual([byStaff, byRoom])
    const another = await staffWith('clinic.view_other_appointments')
    await read(another, at)
    expect(await readings(another)).toEqual([byStaff])
  })

  test('not when there was nobody to read about', async () => {
    const reader = await staffWith('clinic.view_other_appointments')
    await read(reader, { from: '2032-01-01', to: '2032-01-14' })
    expect(await readings(reader)).toEqual([])
  })
})

test('fourteen days at most, and none that end before they begin', async () => {
  const reader = await staffWith()
  const asked = async (from: string, to: string) => (await read(reader, { from, to })).body
  expect(await asked('2030-01-01', '2030-01-15')).toEqual({ to: ['Choose 14 days or fewer.'] })
  expect(await asked('2030-01-02', '2030-01-01')).toEqual({
    to: ['Choose a day on or after the first day.'],
  })
  expect((await read(reader, { from: '2199-12-31', to: '2199-12-31' })).status).toBe(200)
})

test('without days it is today’s, and one day alone is both ends', async () => {
  const reader = await staffWith()
  const today = toClinicDate(server.services.now(), server.services.settings.CLINIC_TIME_ZONE)
  const day = '2027-06-03'
  for (const [query, expected] of [
    [{}, today],
    [{ from: day }, day],
    [{ to: day }, day],
  ] as const) {
    const { schedule } = await read(reader, query)
    expect(schedule).toMatchObject({ from: expected, to: expected, days: [{ date: expected }] })
  }
})
