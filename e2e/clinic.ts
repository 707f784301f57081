import { sql } from 'kysely'
import { addDays, formatDateTime, formatTime, mondayBefore } from '#lib/dates/format-date-time.ts'
import { toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { addClinician, addOpening, addRoom } from '../tests/server/clinic-factory.ts'
import type { Person } from './people/people.ts'
import { unique } from './unique.ts'

export const TIME_ZONE = 'Europe/London'
const MINUTES = 15
const MS_PER_MINUTE = 60_000

/** A time that can be booked; `label` is how its button reads, `words` how sentences name it. */
export type Time = { start: string; label: string; text: string }

export type Service = {
  id: number
  slug: string
  name: string
  site: { id: number; slug: string; name: string; roomId: number }
  /** The only day with times: the Wednesday after next week, `YYYY-MM-DD`. */
  day: string
  /** Its Monday. */
  week: string
  times: Time[]
}

/**
 * A service at a site of its own with one clinician, who takes it on one morning from 9am, every
 * 15 minutes. It is in no category, so that the lists of services stay those of the demonstration.
 */
export async function openService(
  database: Database,
  { times: count = 4, hidden = false, disabled = false } = {},
): Promise<Service> {
  const mark = unique()
  const type = await database
    .insertInto('appointment_type')
    .values({
      name: `Hearing check ${mark}`,
      slug: `hearing-check-${mark}`,
      duration: MINUTES,
      hidden,
      disabled,
    })
    .returning(['id', 'slug', 'name'])
    .executeTakeFirstOrThrow()
  const week = addDays(mondayBefore(toClinicDate(Date.now(), TIME_ZONE)), 14)
  const day = addDays(week, 2)
  const { site, times } = await openSite(database, type.id, day, count)
  return { ...type, site, day, week, times }
}

/** Another site with a clinician of its own who takes the service on `day`. */
export async function openSite(database: Database, typeId: number, day: string, count: number) {
  const mark = unique()
  const site = await database
    .insertInto('site')
    .values({ name: `Clinic ${mark}`, slug: `clinic-${mark}`, address1: '1 Test Street' })
    .returning(['id', 'slug', 'name'])
    .executeTakeFirstOrThrow()
  const [clinician, room] = [await addClinician(database), await addRoom(database, site.id)]
  const opens = toInstant(day, '09:00', TIME_ZONE)
  await addOpening(database, { staff: clinician, room, types: [typeId] }, [
    opens,
    opens + count * MINUTES * MS_PER_MINUTE,
  ])
  const times = Array.from({ length: count }, (_, index): Time => {
    const start = new Date(opens + index * MINUTES * MS_PER_MINUTE).toISOString()
    return { start, label: formatTime(start, TIME_ZONE), text: formatDateTime(start, TIME_ZONE) }
  })
  return { site: { ...site, roomId: room.id }, times }
}

/** The ten minutes of every hold of the service are over. */
export async function endHolds(database: Database, { id }: Service): Promise<void> {
  await database
    .updateTable('appointment')
    .set({ hold_expires_at: sql<Date>`now() - interval '1 second'` })
    .where('appointment_type_id', '=', id)
    .where('status', '=', 'held')
    .execute()
}

/** Where an appointment of the service takes place, as columns of its row. */
export const toPlace = ({ id, site }: Service) => ({
  appointment_type_id: id,
  site_id: site.id,
  room_id: site.roomId,
})

/** What is in the diary for the service; cancelled appointments and holds as well. */
export async function readDiary(database: Database, { id }: Service) {
  return await database
    .selectFrom('appointment')
    .leftJoin('person', 'person.id', 'appointment.patient_id')
    .select(['status', 'site_id', 'person.email', 'cancellation_notes'])
    .where('appointment_type_id', '=', id)
    .orderBy('appointment.id')
    .execute()
}

/** How many appointments at the service's own site are booked: by anybody, or by one person. */
export async function countBooked(
  database: Database,
  service: Service,
  person?: Person,
): Promise<number> {
  const booked = (await readDiary(database, service)).filter(
    ({ status, site_id, email }) =>
      status === 'booked' && site_id === service.site.id && (!person || email === person.email),
  )
  return booked.length
}

export async function countHeld(database: Database, service: Service): Promise<number> {
  return (await readDiary(database, service)).filter(({ status }) => status === 'held').length
}

/** Takes the service out of what can be found, as the clinic may at any time. */
export async function hideService(database: Database, { id }: Service): Promise<void> {
  await database
    .updateTable('appointment_type')
    .set({ hidden: true })
    .where('id', '=', id)
    .execute()
}
