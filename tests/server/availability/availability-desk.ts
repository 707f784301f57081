import type { Permission } from '#lib/contract/permissions.ts'
import { addGuest, addOpening, addRoom, addSite, addType } from '../clinic-factory.ts'
import { oneRow } from '../rows.ts'
import { send } from '../send.ts'
import { addClinicianUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import { written as asWritten } from './sample-availability.ts'

/** Tuesday 1 June 2027, 11am in London. */
export const NOW = Date.parse('2027-06-01T10:00:00Z')

export const OWN: readonly Permission[] = [
  'clinic.add_availability',
  'clinic.change_availability',
  'clinic.delete_availability',
  'clinic.view_availability',
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.view_appointmenttype',
  'clinic.select_room',
]

type Opening = { start: string; staff_id: number; room_id: number }

/** What may be done with an appointment that a change would orphan. */
export const toKeep = (appointment_id: number, version = 1) => ({
  action: 'keep',
  appointment_id,
  version,
})
export const toReschedule = (
  appointment_id: number,
  { start, staff_id, room_id }: Partial<Opening>,
) => ({ action: 'reschedule', appointment_id, version: 1, start, staff_id, room_id })

/** A site with two rooms and one clinician, who manages their own hours. */
export async function openDesk(server: TestServer, permissions: readonly Permission[] = OWN) {
  const { db } = server.database
  const { site, room } = await addSite(db)
  const otherRoom = await addRoom(db, site.id)
  const type = await addType(db, { duration: 30 })
  const otherType = await addType(db, { duration: 30 })
  const clinician = await addClinicianUser(server, permissions)
  const staffId = clinician.staffId ?? 0

  const ask = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = clinician.headers,
  ) => send(server, method, `/api/admin/${path}`, { body, headers })
  const rule = (from: string, changes: Record<string, unknown> = {}) => ({
    staff: staffId,
    room: room.id,
    appointment_types: [type.id],
    start_date: asWritten(from),
    start_time: '09:00',
    end_time: '17:00',
    ...changes,
  })
  /** From a date every day until another. */
  const daily = (from: string, until: string, changes: Record<string, unknown> = {}) =>
    rule(from, { recurring: true, recurring_until: asWritten(until), weekdays: [], ...changes })
  const make = async (body: object) => {
    const answer = await ask('POST', 'availabilities/', body)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body as { id: number; version: number }
  }
  const book = async (start: string, of = type) => {
    const guest = await addGuest(db)
    const answer = await send(server, 'POST', '/api/public/appointments/', {
      body: { appointment_type_id: of.id, start, site_id: site.id },
      headers: { 'Guest-User-Access-Token': guest.token },
    })
    if (answer.status !== 201) throw new Error(answer.text)
    return Number(answer.body['id'])
  }
  /** A colleague works in the other room on a day, from 8am to noon UTC. */
  const openNextDoor = (colleagueId: number, date: string) =>
    addOpening(db, { staff: colleagueId, room: otherRoom, types: [type] }, [
      `${date}T08:00:00Z`,
      `${date}T12:00:00Z`,
    ])
  /** "03 09:00-17:00" in UTC, each day of the clinician's, by start. */
  const hours = async (of = staffId) => {
    const rows = await db
      .selectFrom('availability_occurrence')
      .select(['availability_id', 'starts_at', 'ends_at'])
      .where('staff_id', '=', of)
      .orderBy('starts_at')
      .execute()
    return rows.map(({ starts_at, ends_at }) => {
      const [start, end] = [starts_at.toISOString(), ends_at.toISOString()]
      return `${start.slice(8, 10)} ${start.slice(11, 16)}-${end.slice(11, 16)}`
    })
  }
  const appointment = (id: number) => oneRow(db, 'appointment', id)
  return {
    db,
    site,
    room,
    otherRoom,
    type,
    otherType,
    clinician,
    staffId,
    ask,
    rule,
    daily,
    make,
    book,
    openNextDoor,
    hours,
    appointment,
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
