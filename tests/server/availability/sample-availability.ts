import { addDays } from '#lib/dates/format-date-time.ts'
import type { Database } from '#server/database/connection.ts'
import { addRoom } from '../clinic-factory.ts'
import { addClinicianUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

export const written = (date: string) => date.split('-').toReversed().join('/')

/** A rule of every day for two weeks, as it is sent. */
const everyDay = (
  of: { staff: number; room: number; types: number[] },
  from: string,
  changes: Record<string, unknown> = {},
) => ({
  staff: of.staff,
  room: of.room,
  appointment_types: of.types,
  start_date: written(from),
  start_time: '09:00',
  end_time: '17:00',
  recurring: true,
  recurring_until: written(addDays(from, 13)),
  repeat_every: 1,
  freq: 3,
  weekdays: [] as number[],
  months: [] as number[],
  ...changes,
})

/** A clinician who may do everything with their own availability, of which they have one. */
export async function sampleAvailability(
  server: TestServer,
  clinic: { site: { id: number }; type: { id: number }; day: string },
) {
  const db: Database = server.database.db
  const { ask, headers, staffId } = await addClinicianUser(server, [
    'clinic.add_availability',
    'clinic.change_availability',
    'clinic.delete_availability',
    'clinic.view_availability',
    'clinic.view_appointmenttype',
    'clinic.select_room',
  ])
  const room = await addRoom(db, clinic.site.id)
  const rule = everyDay({ staff: staffId ?? 0, room: room.id, types: [clinic.type.id] }, clinic.day)
  const made = await ask('POST', '/api/admin/availabilities/', rule)
  if (made.status !== 201) throw new Error(made.text)
  return {
    headers,
    staffId: staffId ?? 0,
    room,
    rule,
    /** Another, months later. */
    otherRule: {
      ...everyDay(
        { staff: staffId ?? 0, room: room.id, types: [clinic.type.id] },
        addDays(clinic.day, 90),
      ),
    },
    id: Number(made.body['id']),
  }
}
