import { type Insertable, sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import { insertRow } from './rows.ts'

let sequence = 0
const next = () => {
  sequence += 1
  return sequence
}

/** Adds a site with its one room. */
export async function addSite(db: Database, given: Partial<Insertable<DB['site']>> = {}) {
  const number = next()
  const site = await insertRow(db, 'site', {
    name: `Site ${number}`,
    slug: `site-${number}`,
    ...given,
  })
  return { site, room: await addRoom(db, site.id) }
}

export async function addRoom(db: Database, siteId: number) {
  const number = next()
  return await insertRow(db, 'room', {
    name: `Room ${number}`,
    slug: `room-${number}`,
    site_id: siteId,
  })
}

export async function addPerson(db: Database, given: Record<string, unknown> = {}) {
  return await insertRow(db, 'person', {
    first_name: 'Person',
    last_name: `Number${next()}`,
    ...given,
  })
}

export async function addClinician(db: Database) {
  const person = await addPerson(db, { is_staff: true })
  return await insertRow(db, 'staff', { person_id: person.id })
}

export async function addType(
  db: Database,
  given: { duration?: number; hidden?: boolean; disabled?: boolean; name?: string } = {},
) {
  const number = next()
  return await insertRow(db, 'appointment_type', {
    name: `Type ${number}`,
    slug: `type-${number}`,
    duration: 15,
    ...given,
  })
}

/** Adds a category, the root of a tree of its own unless `given` says where it is. */
export async function addCategory(
  db: Database,
  given: Partial<Insertable<DB['appointment_category']>> = {},
) {
  const number = next()
  const tree_id = sql<number>`(select coalesce(max(tree_id), 0) + 1 from appointment_category)`
  return await insertRow(db, 'appointment_category', {
    name: `Category ${number}`,
    tree_id,
    level: 0,
    lft: 1,
    rght: 2,
    ...given,
  })
}

/** Puts a type into categories; none is fine. */
export async function addToCategories(db: Database, typeId: number, categoryIds: number[]) {
  for (const id of categoryIds) {
    await insertRow(db, 'appointment_type_category', {
      appointment_type_id: typeId,
      appointment_category_id: id,
    })
  }
}

type Identified = { id: number } | number
type Instant = Date | string | number

const toId = (of: Identified) => (typeof of === 'number' ? of : of.id)

/** Lets a clinician, a new one unless it is given, offer types in a room from one instant to another. */
export async function addOpening(
  db: Database,
  { staff, room, types }: { staff?: Identified; room: Identified; types: readonly Identified[] },
  hours: readonly [Instant, Instant],
) {
  const staffId = toId(staff ?? (await addClinician(db)))
  const typeIds = types.map(toId)
  const [start, end] = [new Date(hours[0]), new Date(hours[1])]
  const date = start.toISOString().slice(0, 10)
  return await db
    .with('availability', (made) =>
      made
        .insertInto('availability')
        .values({
          staff_id: staffId,
          room_id: toId(room),
          start_date: date,
          start_time: start.toISOString().slice(11, 16),
          end_time: end.toISOString().slice(11, 16),
        })
        .returningAll(),
    )
    .with('type', (made) =>
      made
        .insertInto('availability_appointment_type')
        .columns(['availability_id', 'appointment_type_id'])
        .expression((from) =>
          from
            .selectFrom('availability')
            .select(['id', sql<number>`unnest(${typeIds}::integer[])`.as('type_id')]),
        ),
    )
    .with('occurrence', (made) =>
      made
        .insertInto('availability_occurrence')
        .columns(['availability_id', 'staff_id', 'room_id', 'date', 'starts_at', 'ends_at'])
        .expression((from) =>
          from
            .selectFrom('availability')
            .select([
              'id',
              'staff_id',
              'room_id',
              'start_date',
              sql<Date>`${start}::timestamptz`.as('starts_at'),
              sql<Date>`${end}::timestamptz`.as('ends_at'),
            ]),
        ),
    )
    .selectFrom('availability')
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** A site where `clinicians` people all offer one type on a morning a few days ahead, 09:00 to 12:00 UTC. */
export async function openMorning(db: Database, clinicians = 1, duration = 15) {
  const { site } = await addSite(db)
  const type = await addType(db, { duration })
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const start = new Date(`${day}T09:00:00Z`)
  const end = new Date(`${day}T12:00:00Z`)
  const staff = []
  for (let count = 0; count < clinicians; count += 1) {
    const clinician = await addClinician(db)
    const room = await addRoom(db, site.id)
    await addOpening(db, { staff: clinician, room, types: [type] }, [start, end])
    staff.push(clinician)
  }
  return { site, type, staff, day, start, end }
}

/** What is asked for where a clinic opens, or later that morning. */
export const toSlot = (
  { type, site, start }: { type: { id: number }; site: { id: number }; start: Date },
  minutesLater = 0,
) => ({
  appointment_type_id: type.id,
  start: new Date(start.getTime() + minutesLater * 60_000).toISOString(),
  site_id: site.id,
})

let references = 0

/**
 * An appointment as it stands in the database: booked for a quarter of an hour, with a clinician,
 * patient, type and room of its own unless `given` says other ones.
 */
export async function addAppointment(
  db: Database,
  given: Partial<Insertable<DB['appointment']>> & { starts_at: Date },
) {
  references += 1
  const { site, room } = given.room_id ? {} : await addSite(db)
  const { status = 'booked' } = given
  return await insertRow(db, 'appointment', {
    // Journeys of several processes share one database.
    reference: `FACTORY-${process.pid}-${references}`,
    status,
    appointment_type_id: given.appointment_type_id ?? (await addType(db)).id,
    staff_id: given.staff_id ?? (await addClinician(db)).id,
    room_id: room?.id ?? 0,
    site_id: site?.id ?? 0,
    patient_id: given.patient_id ?? (await addPerson(db)).id,
    duration: 15,
    completed_on: status === 'completed' ? given.starts_at : null,
    cancelled_on: status === 'cancelled' ? given.starts_at : null,
    ...given,
  })
}

export type Guest = { id: number; token: string }

/** Guests with a token each, made by the database at once: a crowd through the API takes seconds. */
export async function addGuests(db: Database, count: number): Promise<Guest[]> {
  const { rows } = await sql<{ id: number }>`
    insert into person (first_name, last_name, email, mobile, dob, is_guest)
    select 'Ada', 'Guest' || ${next()}::text || 'x' || number, 'ada@example.test', '07700 900 123', '1990-02-28', true
    from generate_series(1, ${count}) as number
    returning id`.execute(db)
  const guests = rows.map(({ id }) => ({ id, token: newToken() }))
  await db
    .insertInto('guest_access')
    .values(
      guests.map(({ id, token }) => ({
        person_id: id,
        token_hash: tokenHash(token),
        expires_at: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute()
  return guests
}

export async function addGuest(db: Database): Promise<Guest> {
  const [guest] = await addGuests(db, 1)
  if (!guest) throw new Error('no guest was made')
  return guest
}

export const guestDetails = () => ({
  first_name: 'Ada',
  last_name: `Guest${next()}`,
  email: 'ada@example.test',
  mobile: '07700 900 123',
  dob: '1990-02-28',
})

/** Everything that a person may write about themselves. */
export const profileDetails = () => ({
  ...guestDetails(),
  title: 'Dr',
  landline: '01632 960 123',
  gender: 2,
  address1: '1 Harbour Street',
  address2: 'Flat 2',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
  nhs_number: '9434765919',
  gp_surgery_id: null as number | null,
  allergies: [] as number[],
})
