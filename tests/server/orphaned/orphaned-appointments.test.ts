import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  type Desk,
  NOW,
  OWN,
  openDesk,
  toKeep,
  toReschedule,
} from '../availability/availability-desk.ts'
import { written as asWritten } from '../availability/sample-availability.ts'
import { addAppointment, addOpening, addSite } from '../clinic-factory.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { auditLines, newestAuditLine, newestChange, oneRow, updateRows } from '../rows.ts'
import { listedRows } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* Nobody loses their appointment's hours without a decision about it. */

let desk: Desk
let id: number
let appointment: number
const server = await runTestServer({ services: { now: () => NOW } })
const openHours = async (permissions: readonly Permission[]) => {
  desk = await openDesk(server, permissions)
  id = (await desk.make(desk.daily('2027-06-03', '2027-06-05'))).id
  appointment = await desk.book('2027-06-04T15:00:00Z')
}
beforeEach(() => openHours([...OWN, 'clinic.view_other_appointments']))

/** The afternoon goes: the appointment at 4pm has no hours any more. */
const shorter = (resolutions: object[] = [], version = 1) => ({
  ...desk.daily('2027-06-03', '2027-06-05', { end_time: '12:00' }),
  version,
  resolutions,
})
const competencyUntil = (to: string) =>
  addStaffCompetency(desk.db, desk.staffId, { to, neededBy: desk.type.id })
const put = (body: object) => desk.ask('PUT', `availabilities/${id}/`, body)

type Found = {
  id: number
  reasons: string[]
  alternatives: {
    start: string
    staff_id: number
    room_id: number
    with_absent_clinician: boolean
  }[]
}
const preview = async (body: object = {}) => {
  const { version: _, resolutions: __, ...rule } = shorter()
  const answer = await desk.ask('POST', 'availabilities/preview/', {
    availability_id: id,
    rule,
    within_days: 2,
    ...body,
  })
  return answer.body['orphaned'] as Found[]
}

describe('an appointment that would be orphaned', () => {
  const openFor = async (roomId: number, start: string, end: string) => {
    const { staffId } = await addSignedIn(server, { clinician: true })
    await addOpening(desk.db, { staff: staffId ?? 0, room: roomId, types: [desk.type] }, [
      start,
      end,
    ])
    return staffId ?? 0
  }

  test('is told beforehand, with the next free times of the hours as they would be', async () => {
    const [found, ...others] = await preview()
    expect(others).toEqual([])
    expect(found).toMatchObject({ id: appointment, reasons: ['outside_hours'] })
    expect(found?.alternatives[0]).toMatchObject({
      start: '2027-06-05T08:00:00.000Z',
      staff_id: desk.staffId,
    })
    expect(found?.alternatives.every(({ start }) => start.slice(11) < '11:00')).toBe(true)
  })

  test('is neither offered times nor rescheduled without the permission to change it', async () => {
    await openHours(OWN.filter((permission) => permission !== 'clinic.change_appointment'))
    expect(await preview()).toMatchObject([{ id: appointment, alternatives: [] }])
    const move = toReschedule(appointment, {
      start: '2027-06-05T08:00:00Z',
      staff_id: desk.staffId,
      room_id: desk.room.id,
    })
    expect((await put(shorter([move]))).outcome).toBe('403 not_allowed')
  })

  const toStarts = (found: Found | undefined) =>
    found?.alternatives.map(({ start }) => start.slice(8, 16)) ?? []

  test('is offered its own branch first, then the nearest later time, and last what is earlier', async () => {
    const elsewhere = await addSite(desk.db)
    const far = await openFor(elsewhere.room.id, '2027-06-04T15:00:00Z', '2027-06-04T16:30:00Z')
    const near = await openFor(desk.otherRoom.id, '2027-06-04T14:00:00Z', '2027-06-04T17:00:00Z')
    await addAppointment(desk.db, {
      staff_id: near,
      room_id: desk.otherRoom.id,
      site_id: desk.site.id,
      starts_at: new Date('2027-06-04T15:00:00Z'),
      duration: 30,
    })
    const [found] = await preview({ within_days: 1 })
    const own = found?.alternatives.filter(({ staff_id }) => staff_id !== far) ?? []
    const proposed = found?.alternatives.filter((one) => !one.with_absent_clinician) ?? []
    expect(toStarts(found && { ...found, alternatives: proposed })).toEqual([
      ...['04T15:30', '04T16:00', '04T16:30'],
      ...['05T08:00', '05T08:30', '05T09:00'],
      // Something is offered elsewhere, too.
      ...['04T15:00', '04T15:30'],
    ])
    expect(own.slice(0, 3).map(({ staff_id }) => staff_id)).toEqual([near, near, near])
  })

  test('is offered an earlier time only after every later one of its branch', async () => {
    await openFor(desk.otherRoom.id, '2027-06-04T13:00:00Z', '2027-06-04T16:00:00Z')
    const gone = await desk.ask('POST', 'availabilities/preview/', {
      availability_id: id,
      within_days: 2,
    })
    const [found] = gone.body['orphaned'] as Found[]
    expect(toStarts(found)).toEqual([
      ...['04T15:00', '04T15:30', '04T14:30', '04T14:00', '04T13:30', '04T13:00'],
    ])
  })

  test('is never offered the clinician who is away that day', async () => {
    const away = {
      ...desk.daily('2027-06-03', '2027-06-05'),
      exceptions: [asWritten('2027-06-04')],
    }
    const places = async () => (await preview({ rule: away }))[0]?.alternatives ?? []
    // They work again the next day, and nobody else can take it.
    expect(await places()).toEqual([])
    const colleague = await openFor(
      ...([desk.otherRoom.id, '2027-06-05T15:00:00Z', '2027-06-05T16:00:00Z'] as const),
    )
    const offered = await places()
    expect(offered.map(({ start }) => start.slice(8, 16))).toEqual(['05T15:00', '05T15:30'])
    expect(new Set(offered.map(({ staff_id }) => staff_id))).toEqual(new Set([colleague]))
  })

  test('is offered the rest of the day with its clinician last, and marked', async () => {
    const colleague = await openFor(
      ...([desk.otherRoom.id, '2027-06-05T15:00:00Z', '2027-06-05T16:00:00Z'] as const),
    )
    const offered = (await preview())[0]?.alternatives ?? []
    const sameDay = offered.filter(({ start }) => start.startsWith('2027-06-04'))
    expect(sameDay.length).toBeGreaterThan(0)
    expect(sameDay.every((one) => one.with_absent_clinician)).toBe(true)
    expect(offered.slice(-sameDay.length)).toEqual(sameDay)
    const others = offered.filter((one) => !one.with_absent_clinician)
    expect(others.some(({ staff_id }) => staff_id === colleague)).toBe(true)
  })

  test('is cancelled with the change, or its patient is left to choose', async () => {
    await openHours([...OWN, 'clinic.view_other_appointments', 'clinic.delete_appointment'])
    const other = await desk.book('2027-06-05T15:00:00Z')
    const [one] = await preview()
    expect(one).toMatchObject({ may_cancel: true })
    const answer = await put(
      shorter([
        { action: 'cancel', appointment_id: appointment, version: 1, message: 'Please call us' },
        { action: 'ask', appointment_id: other, version: 1 },
      ]),
    )
    expect(answer.status, answer.text).toBe(200)
    expect(await oneRow(desk.db, 'appointment', appointment)).toMatchObject({
      status: 'cancelled',
    })
    expect(await oneRow(desk.db, 'appointment', other)).toMatchObject({ status: 'booked' })
    const attention = await desk.ask('GET', 'clinic/orphaned-appointments/?kept=no')
    expect(listedRows<{ id: number }>(attention.body).map(({ id: of }) => of)).toContain(other)
  })

  test('is on the trail of whoever was told of it, once however often they look', async () => {
    await preview()
    await preview()
    const { patient_id } = await desk.appointment(appointment)
    const lines = await auditLines(desk.db, ['patient_ids', 'change'], {
      actor_id: desk.clinician.id,
      action: 'appointment.listed',
    })
    expect(lines).toEqual([
      { patient_ids: [patient_id], change: { list: 'orphaned', by: 'availability', id } },
    ])
  })

  test('is offered no place at a time when its patient is elsewhere', async () => {
    const { patient_id } = await desk.appointment(appointment)
    const elsewhere = new Date('2027-06-04T09:00:00Z')
    await addAppointment(desk.db, { patient_id, starts_at: elsewhere, duration: 120 })
    const [found] = await preview()
    const ofDay = found?.alternatives.filter(({ start }) => start.startsWith('2027-06-04'))
    expect(ofDay?.map(({ start }) => start.slice(11, 16)).sort()).toEqual(['08:00', '08:30'])
  })

  test('stops the change until it is decided about', async () => {
    const before = await desk.hours()
    const answer = await put(shorter())
    expect(answer.outcome).toBe('409 stale')
    expect(answer.body['detail']).toContain('Choose what to do with each one')
    const outdated = [toKeep(appointment, 9)]
    expect((await put(shorter(outdated))).outcome).toBe('409 stale')
    expect((await desk.ask('DELETE', `availabilities/${id}/`, { version: 1 })).outcome).toBe(
      '409 stale',
    )
    expect(await desk.hours()).toEqual(before)
  })

  test('is left where it is when somebody says so, and the trail says who', async () => {
    const keep = [toKeep(appointment)]
    expect((await put(shorter(keep))).outcome).toBe('200')
    expect((await desk.appointment(appointment)).status).toBe('booked')
    expect(await newestChange(desk.db, 'availability.changed', id)).toEqual({
      scope: 'all',
      kept: [appointment],
    })
    const { actor_id } = await newestAuditLine(desk.db, ['actor_id'], {
      action: 'appointment.left',
      subject_id: appointment,
    })
    expect(actor_id).toBe(desk.clinician.id)
    const { body } = await desk.ask('GET', `clinic/orphaned-appointments/?staff_id=${desk.staffId}`)
    expect(body['results']).toMatchObject([
      { id: appointment, reasons: ['outside_hours'], kept: { by: expect.stringMatching(/\w/) } },
    ])
  })

  test('moves together with the change, into the hours that it makes', async () => {
    const [found] = await preview()
    const place: Partial<Found['alternatives'][number]> = found?.alternatives[0] ?? {}
    const answer = await put(shorter([toReschedule(appointment, place)]))
    expect(answer.outcome, answer.text).toBe('200')
    const moved = await desk.appointment(appointment)
    expect([moved.starts_at.toISOString(), moved.staff_id, moved.availability_id]).toEqual([
      place.start,
      place.staff_id,
      id,
    ])
    expect((await desk.hours())[1]).toBe('04 08:00-11:00')
  })

  test('and one that cannot move any more leave everything as it was', async () => {
    const other = await desk.book('2027-06-03T15:00:00Z')
    const before = await desk.hours()
    const same = {
      start: '2027-06-04T09:00:00Z',
      staff_id: desk.staffId,
      room_id: desk.room.id,
    }
    const both = [appointment, other].map((one) => toReschedule(one, same))
    const answer = await put(shorter(both))
    expect(answer.outcome).toBe('409 slot_taken')
    expect(await desk.hours()).toEqual(before)
    expect((await desk.appointment(appointment)).starts_at.toISOString()).toBe(
      '2027-06-04T15:00:00.000Z',
    )
  })

  test('is also one whose type is no longer offered', async () => {
    const rule = desk.daily('2027-06-03', '2027-06-05', { appointment_types: [desk.otherType.id] })
    expect(await preview({ rule })).toMatchObject([
      { id: appointment, reasons: ['type_not_offered'] },
    ])
    expect((await put({ ...rule, version: 1 })).outcome).toBe('409 stale')
  })

  test('is none that was outside the hours already, nor one of a day that stays', async () => {
    const [first] = await preview({ scope: 'one', date: '03/06/2027' })
    expect(first).toBeUndefined()
    const keep = [toKeep(appointment)]
    await put(shorter(keep))
    const again = { ...desk.daily('2027-06-03', '2027-06-05', { end_time: '11:00' }), version: 2 }
    expect((await put(again)).outcome).toBe('200')
  })
})

describe('deleting all of the hours', () => {
  const start = '2027-06-04T09:00:00Z'
  const openColleague = async () => {
    const { staffId: staff_id = 0 } = await addSignedIn(server, { clinician: true })
    await desk.openNextDoor(staff_id ?? 0, '2027-06-04')
    return { start, staff_id: staff_id ?? 0, room_id: desk.otherRoom.id }
  }
  const remove = (resolution: object) =>
    desk.ask('DELETE', `availabilities/${id}/`, { version: 1, resolutions: [resolution] })

  beforeEach(async () => {
    await openHours([...OWN, 'clinic.view_other_appointments', 'clinic.delete_appointment'])
    expect((await desk.appointment(appointment)).availability_id).toBe(id)
  })

  test('moves its appointment elsewhere, as its next version', async () => {
    const place = await openColleague()
    const answer = await remove(toReschedule(appointment, place))
    expect(answer.status, answer.text).toBe(204)
    expect(await desk.hours()).toEqual([])
    expect(await desk.appointment(appointment)).toMatchObject({
      staff_id: place.staff_id,
      starts_at: new Date(start),
      version: 2,
    })
  })

  test('cancels its appointment', async () => {
    const answer = await remove({ action: 'cancel', appointment_id: appointment, version: 1 })
    expect(answer.status, answer.text).toBe(204)
    expect((await desk.appointment(appointment)).status).toBe('cancelled')
    expect(await newestChange(desk.db, 'availability.deleted', id)).toEqual({
      scope: 'all',
      cancelled: [appointment],
    })
  })

  test.each(['keep', 'ask'])('leaves its appointment as it is: %s', async (action) => {
    const answer = await remove({ action, appointment_id: appointment, version: 1 })
    expect(answer.status, answer.text).toBe(204)
    // An open form of the appointment can still be saved.
    expect(await desk.appointment(appointment)).toMatchObject({
      status: 'booked',
      availability_id: null,
      version: 1,
    })
    const kept = await desk.ask('GET', 'clinic/orphaned-appointments/?kept=yes')
    const ids = listedRows<Found>(kept.body).map((one) => one.id)
    expect(ids.includes(appointment)).toBe(action === 'keep')
  })
})

describe('what is orphaned now, or would be', () => {
  const list = async (query = '') => {
    const { body } = await desk.ask(
      'GET',
      `clinic/orphaned-appointments/?site_id=${desk.site.id}${query}`,
    )
    return listedRows<Found>(body).map((one) => [one.id, one.reasons])
  }

  test('follows from a competency that lapses before the day', async () => {
    const { id: record } = await competencyUntil('2027-06-04')
    expect(await list()).toEqual([])
    expect(await list(`&without_staff_competency_id=${record}`)).toEqual([
      [appointment, ['competency_missing']],
    ])
    await updateRows(desk.db, 'staff_competency', record, { expires_at: '2027-06-03' })
    expect(await list()).toEqual([[appointment, ['competency_missing']]])
  })

  test('follows from a clinician who leaves and from a room that closes', async () => {
    expect(await list(`&without_staff_id=${desk.staffId}`)).toEqual([
      [appointment, ['staff_inactive']],
    ])
    expect(await list(`&without_room_id=${desk.room.id}`)).toEqual([
      [appointment, ['room_withdrawn']],
    ])
    expect(await list(`&without_room_id=${desk.otherRoom.id}`)).toEqual([])
    await updateRows(desk.db, 'staff', desk.staffId, { is_active: false })
    const other = await openDesk(server, [...OWN, 'clinic.view_other_appointments'])
    const { body } = await other.ask('GET', `clinic/orphaned-appointments/?site_id=${desk.site.id}`)
    expect(body).toMatchObject({ count: 1, results: [{ reasons: ['staff_inactive'] }] })
  })

  test('follows from a type that is withdrawn and from a patient who has died', async () => {
    await updateRows(desk.db, 'appointment_type', desk.type.id, { disabled: true })
    expect(await list()).toEqual([[appointment, ['type_disabled']]])
    const { patient_id } = await desk.appointment(appointment)
    await updateRows(desk.db, 'person', patient_id ?? 0, { is_deceased: true })
    expect(await list()).toEqual([[appointment, ['type_disabled', 'patient_deceased']]])
  })
})

describe('an orphaned appointment that is left knowingly', () => {
  const list = async (kept?: 'yes' | 'no') => {
    const query = `site_id=${desk.site.id}${kept ? `&kept=${kept}` : ''}`
    const { body } = await desk.ask('GET', `clinic/orphaned-appointments/?${query}`)
    return listedRows<Found>(body).map((one) => one.id)
  }
  const keep = (version = 1, of = desk) =>
    of.ask('PUT', `clinic/orphaned-appointments/${appointment}/kept/`, { version })
  const takeHoursAway = () =>
    desk.db.deleteFrom('availability_occurrence').where('staff_id', '=', desk.staffId).execute()

  test('needs no attention any more, until that is taken back; the trail says both', async () => {
    await takeHoursAway()
    expect([await list('no'), await list('yes')]).toEqual([[appointment], []])
    expect((await keep()).outcome).toBe('204')
    expect([await list('no'), await list('yes'), await list()]).toEqual([
      [],
      [appointment],
      [appointment],
    ])
    const back = () => desk.ask('DELETE', `clinic/orphaned-appointments/${appointment}/kept/`)
    expect([(await back()).outcome, (await back()).outcome]).toEqual(['204', '204'])
    expect(await list('no')).toEqual([appointment])
    const subject = { subject_type: 'appointment', subject_id: appointment }
    const [, ...lines] = await auditLines(desk.db, ['action', 'actor_id'], subject)
    const actor_id = desk.clinician.id
    expect(lines).toEqual([
      { action: 'appointment.left', actor_id },
      { action: 'appointment.reopened', actor_id },
    ])
  })

  test('needs it again when something else is amiss, or when it is somewhere else', async () => {
    await takeHoursAway()
    await keep()
    const { id: record } = await competencyUntil('2027-06-03')
    expect(await list('no')).toEqual([appointment])
    await desk.db.deleteFrom('staff_competency').where('id', '=', record).execute()
    await desk.db
      .deleteFrom('appointment_type_competency')
      .where('appointment_type_id', '=', desk.type.id)
      .execute()
    expect(await list('no')).toEqual([])
    await updateRows(desk.db, 'appointment', appointment, {
      starts_at: new Date('2027-06-04T16:00:00Z'),
    })
    expect(await list('no')).toEqual([appointment])
  })

  test('has to be as it was seen, amiss, and somebody’s whose appointments one may change', async () => {
    expect((await keep()).outcome).toBe('409 conflict')
    await takeHoursAway()
    expect((await keep(2)).outcome).toBe('409 stale')
    const other = await openDesk(server)
    expect((await keep(1, other)).outcome).toBe('403 not_allowed')
    expect(await list('no')).toEqual([appointment])
  })
})
