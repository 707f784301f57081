import { beforeAll, describe, expect, test } from 'vitest'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { isFull } from '../../amount.ts'
import { type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import { addAppointment, addClinician, addOpening, addPerson, addRoom } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'
import { addClinicianUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

type May = ClinicAppointment['may']
type Status = ClinicAppointment['status']
const statuses: Status[] = ['booked', 'completed', 'did_not_attend', 'cancelled']

let day: ClinicDay
const server = await runTestServer()
const { db } = server.database
beforeAll(async () => {
  day = await openClinicDay(server)
})

/** The call of each flag, for an appointment that started at 09:00. */
const calls: Record<keyof May, () => [method: string, rest: string, body: object]> = {
  complete: () => ['PUT', 'complete_appointment/', {}],
  mark_as_did_not_attend: () => ['PATCH', 'mark_as_did_not_attend/', {}],
  reschedule: () => ['PUT', '', { start: day.at('10:00') }],
  change_type: () => ['PUT', '', { appointment_type_id: day.other.id }],
  change_duration: () => ['PUT', '', { duration: 45 }],
  cancel: () => ['DELETE', '', {}],
  undo: () => ['PUT', 'reinstate_appointment/', {}],
  write_notes: () => ['PUT', '', { clinician_notes: 'Came with a friend' }],
  correct: () => ['PUT', 'reinstate_appointment/', { reason: 'Came after all' }],
}
const flags = Object.keys(calls) as (keyof May)[]

const CHANGE: Permission[] = ['clinic.view_appointment', 'clinic.change_appointment']
const ALL: Permission[] = [
  ...CHANGE,
  'clinic.delete_appointment',
  'clinic.view_other_appointments',
  'clinic.view_appointmenttype',
  'clinic.change_outcome',
  'clinic.override_appointment_duration',
]
const sets: [string, Permission[]][] = [
  ['seeing alone', ['clinic.view_appointment', 'clinic.view_other_appointments']],
  ['changing', CHANGE],
  ...ALL.slice(1).map((one): [string, Permission[]] => [
    `everything but ${one}`,
    ALL.filter((each) => each !== one),
  ]),
  ['everything', ALL],
]

type Place = { patient_id: number; staff_id: number; room_id: number; site_id: number }

/** Who ended it decides whether it is undone or corrected. */
async function appointmentAt(place: Place, status: Status, by: number) {
  await db.deleteFrom('appointment').where('room_id', '=', place.room_id).execute()
  const { id } = await addAppointment(db, {
    appointment_type_id: day.usual.id,
    ...place,
    starts_at: new Date(day.at('09:00')),
    status,
  })
  if (status === 'booked') return id
  await insertRow(db, 'audit_event', {
    actor_id: by,
    actor_role: 'staff',
    action: `appointment.${status}`,
    subject_type: 'appointment',
    subject_id: id,
    source: '',
  })
  return id
}

type Result = { status: Status; may: boolean | undefined; outcome: string; text: string }

/** Calls each flag of an appointment in this status, as the flags of the record say; a refusal leaves it for the next. */
async function triedIn(status: Status, { ask, id: viewer }: SignedInPerson, place: Place) {
  const results = {} as Record<keyof May, Result>
  let shown: { id: number; may: May | undefined } | null = null
  for (const flag of flags) {
    if (flag === 'correct') shown = null
    if (!shown) {
      const by = flag === 'correct' ? day.first.staff.person_id : viewer
      const id = await appointmentAt(place, status, by)
      const seen = await ask('GET', `/api/admin/appointments/${id}/`)
      shown = { id, may: seen.body['may'] as May | undefined }
    }
    const [method, rest, body] = calls[flag]()
    const answer = await ask(method, `/api/admin/appointments/${shown.id}/${rest}`, {
      version: 1,
      ...body,
    })
    const may = shown.may?.[flag]
    results[flag] = { status, may, outcome: answer.outcome, text: answer.text }
    if (answer.status === 200) shown = null
  }
  return results
}

/** Each set with appointments of one's own and of others; by default each set with one of them, by turns. */
const cases = sets.flatMap(([name, held], index) =>
  [true, false]
    .filter((isOwn) => isFull || isOwn === (index % 2 === 1))
    .map((isOwn) => [name, isOwn, held] as const),
)

describe.each(cases)('with %s, own: %s', (_, isOwn, permissions) => {
  test('flags and calls agree', async () => {
    setNow(server, day.at('09:05'))
    const viewer = await addClinicianUser(server, permissions, { is_staff: true })
    const clinician = isOwn ? Number(viewer.staffId) : (await addClinician(db)).id
    const room = await addRoom(db, day.site.id)
    await addOpening(db, { staff: clinician, room, types: [day.usual, day.other] }, [
      day.at('09:00'),
      day.at('12:00'),
    ])
    const { id: patient_id } = await addPerson(db)
    const place = { patient_id, staff_id: clinician, room_id: room.id, site_id: day.site.id }
    const inEach = []
    for (const status of statuses) inEach.push(await triedIn(status, viewer, place))
    for (const flag of flags) {
      const results = inEach.map((tried) => tried[flag])
      const isEver = results.some(({ may }) => may)
      expect(results.some(({ outcome }) => outcome.startsWith('403'))).toBe(!isEver)
      for (const { status, may, outcome, text } of results) {
        // To cancel again changes nothing and is no conflict.
        const isAgain = flag === 'cancel' && status === 'cancelled' && isEver
        const refused = isEver ? /^409 conflict/ : /^403 not_allowed|^409 conflict/
        expect(outcome, `${flag} when ${status}: ${text}`).toMatch(may || isAgain ? '200' : refused)
      }
    }
  })
})
