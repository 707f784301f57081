import type { Permission } from '#lib/contract/permissions.ts'
import {
  addClinician,
  addGuest,
  addOpening,
  addRoom,
  addSite,
  addType,
  type Guest,
} from '../clinic-factory.ts'
import { type Answer, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

/** Every permission that speaks about appointments but the overrides. */
export const RECEPTION: Permission[] = [
  'clinic.add_appointment',
  'clinic.change_appointment',
  'clinic.delete_appointment',
  'clinic.view_appointment',
  'clinic.view_other_appointments',
]

/**
 * A day at one site, five days ahead: two clinicians in rooms of their own from 09:00 to 12:00 UTC, who
 * offer the type `usual` (15 minutes); `other` (30 minutes) is offered by nobody.
 */
export async function openClinicDay(server: TestServer) {
  const { db } = server.database
  const { site } = await addSite(db)
  const usual = await addType(db, { duration: 15 })
  const other = await addType(db, { duration: 30 })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const at = (time: string) => new Date(`${day}T${time}:00Z`).toISOString()
  const clinician = async () => {
    const staff = await addClinician(db)
    const room = await addRoom(db, site.id)
    const availability = await addOpening(db, { staff, room, types: [usual] }, [
      at('09:00'),
      at('12:00'),
    ])
    return { staff, room, availability }
  }
  /** What is asked for at a time of that day. */
  const slot = (time: string) => ({
    appointment_type_id: usual.id,
    start: at(time),
    site_id: site.id,
  })
  return { site, usual, other, day, at, slot, first: await clinician(), second: await clinician() }
}

export type ClinicDay = Awaited<ReturnType<typeof openClinicDay>>

/** Somebody at the front desk; `more` permissions besides. */
export async function addReception(server: TestServer, more: readonly Permission[] = []) {
  return await addStaffUser(server, [...RECEPTION, ...more])
}

/** Books as a visitor does, with the first clinician unless another availability is named. */
export async function bookOnline(
  server: TestServer,
  day: ClinicDay,
  time: string,
  { guest, availabilityId }: { guest?: Guest; availabilityId?: number } = {},
): Promise<Answer> {
  const patient = guest ?? (await addGuest(server.database.db))
  return await send(server, 'POST', '/api/public/appointments/', {
    headers: { 'Guest-User-Access-Token': patient.token },
    body: { ...day.slot(time), availability_id: availabilityId ?? day.first.availability.id },
  })
}

export const appointmentPath = (answer: Answer, rest = '') =>
  `/api/admin/appointments/${answer.body['id']}/${rest}`
