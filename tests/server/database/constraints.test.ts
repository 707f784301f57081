import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenConstraint } from '#server/database/failures.ts'
import {
  addCategory,
  addClinician,
  addGuest,
  addRoom,
  addSite,
  openMorning,
} from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { createTestDatabase } from '../test-database.ts'

/* What the database refuses, whatever the code above it does. */

let clinic: Awaited<ReturnType<typeof openMorning>>
let guest: { id: number }
const database = await createTestDatabase()
beforeEach(async () => {
  clinic = await openMorning(database.db, 2)
  guest = await addGuest(database.db)
})
afterAll(() => database.drop())

/** The constraint that a statement breaks, or `none`. */
const broken = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => brokenConstraint(error) ?? String(error),
  )

let references = 0

/** Writes one appointment of the first clinician at nine for a quarter of an hour, but for `given`. */
async function appointment(given: Record<string, unknown> = {}) {
  references += 1
  const { room_id } = await oneRow(database.db, 'availability', {
    staff_id: clinic.staff[0]?.id ?? 0,
  })
  return await insertRow(database.db, 'appointment', {
    reference: `REF-${references}`,
    status: 'booked',
    appointment_type_id: clinic.type.id,
    staff_id: clinic.staff[0]?.id ?? 0,
    room_id,
    site_id: clinic.site.id,
    patient_id: guest.id,
    starts_at: clinic.start,
    duration: 15,
    ...given,
  })
}

const minutesOn = (minutes: number) => new Date(clinic.start.getTime() + minutes * 60_000)

describe('two appointments at once', () => {
  const others = async () => ({
    staff_id: clinic.staff[1]?.id,
    room_id: (await addRoom(database.db, clinic.site.id)).id,
    patient_id: (await addGuest(database.db)).id,
  })

  test.each([
    ['staff_id', 'appointment_staff_overlap'],
    ['room_id', 'appointment_room_overlap'],
    ['patient_id', 'appointment_patient_overlap'],
  ] as const)('cannot share their %s, not by a minute', async (shared, constraint) => {
    await appointment()
    const { [shared]: _, ...apart } = await others()
    expect(await broken(appointment({ ...apart, starts_at: minutesOn(14) }))).toBe(constraint)
    expect(await broken(appointment({ ...apart, starts_at: minutesOn(-14) }))).toBe(constraint)
    expect(await broken(appointment({ ...apart, starts_at: minutesOn(-60), duration: 120 }))).toBe(
      constraint,
    )
    expect(await broken(appointment({ ...apart, starts_at: minutesOn(15) }))).toBe('none')
    expect(await broken(appointment({ ...apart, starts_at: minutesOn(-15) }))).toBe('none')
  })

  test('can, when nothing is shared', async () => {
    await appointment()
    expect(await broken(appointment(await others()))).toBe('none')
  })

  test('can, when one of them is cancelled', async () => {
    await appointment({ status: 'cancelled', cancelled_on: new Date() })
    expect(await broken(appointment())).toBe('none')
  })

  test('cannot come about by changing one that was apart, or by undoing a cancellation', async () => {
    await appointment()
    const later = await appointment({ starts_at: minutesOn(60) })
    const cancelled = await appointment({ status: 'cancelled', cancelled_on: new Date() })
    const set = (id: number, to: Record<string, unknown>) =>
      broken(updateRows(database.db, 'appointment', id, to))
    expect(await set(later.id, { starts_at: minutesOn(10) })).toMatch(/overlap$/)
    expect(await set(later.id, { starts_at: minutesOn(-60), duration: 61 })).toMatch(/overlap$/)
    expect(await set(cancelled.id, { status: 'booked', cancelled_on: null })).toMatch(/overlap$/)
  })

  test('a hold counts, expired or not, until it is removed', async () => {
    await appointment({
      status: 'held',
      patient_id: null,
      hold_token_hash: Buffer.from('hash'),
      hold_expires_at: new Date(0),
    })
    expect(await broken(appointment())).toBe('appointment_staff_overlap')
  })
})

describe('an appointment that makes no sense', () => {
  const token = Buffer.from('a hash')
  test.each<[string, Record<string, unknown>, string]>([
    ['held without an expiry', { status: 'held', hold_token_hash: token }, 'appointment_hold'],
    ['held without a token', { status: 'held', hold_expires_at: new Date() }, 'appointment_hold'],
    ['booked with a token', { hold_token_hash: token }, 'appointment_hold'],
    ['booked with an expiry', { hold_expires_at: new Date() }, 'appointment_hold'],
    ['booked for nobody', { patient_id: null }, 'appointment_patient'],
    ['cancelled at no time', { status: 'cancelled' }, 'appointment_cancelled'],
    ['booked and cancelled', { cancelled_on: new Date() }, 'appointment_cancelled'],
    ['completed at no time', { status: 'completed' }, 'appointment_completed'],
    ['booked and completed', { completed_on: new Date() }, 'appointment_completed'],
    ['of a status nobody knows', { status: 'lost' }, 'appointment_status_check'],
    ['of no length', { duration: 0 }, 'appointment_duration_check'],
    ['of more than a day', { duration: 1_441 }, 'appointment_duration_check'],
    ['of a patient who is not there', { patient_id: 999_999 }, 'appointment_patient_id_fkey'],
    ['of a clinician who is not there', { staff_id: 999_999 }, 'appointment_staff_id_fkey'],
  ])('%s', async (_, given, constraint) => {
    expect(await broken(appointment(given))).toBe(constraint)
  })

  test('two holds of one holder', async () => {
    const held = { status: 'held', patient_id: null, hold_token_hash: Buffer.from('one holder') }
    await appointment({ ...held, hold_expires_at: new Date() })
    const again = { ...held, hold_expires_at: new Date(), starts_at: minutesOn(60) }
    expect(await broken(appointment(again))).toBe('appointment_holder')
  })

  test('two of one reference', async () => {
    await appointment({ reference: 'TWICE' })
    expect(await broken(appointment({ reference: 'TWICE', starts_at: minutesOn(60) }))).toBe(
      'appointment_reference_key',
    )
  })

  test('whose patient, clinician, room or type is deleted', async () => {
    await appointment()
    for (const [table, id] of [
      ['person', guest.id],
      ['staff', clinic.staff[0]?.id],
      ['site', clinic.site.id],
      ['appointment_type', clinic.type.id],
    ] as const) {
      const deleted = broken(
        sql`delete from ${sql.table(table)} where id = ${id}`.execute(database.db),
      )
      expect(await deleted, table).toMatch(/_fkey$/)
    }
  })
})

test('an appointment is at the site of its room', async () => {
  const { site, room } = await addSite(database.db)
  expect(await broken(appointment({ site_id: site.id }))).toBe('appointment_room_id_fkey')
  expect(await broken(appointment({ room_id: room.id }))).toBe('appointment_room_id_fkey')
  expect(await broken(appointment({ room_id: room.id, site_id: site.id }))).toBe('none')
})

describe('when clinicians work', () => {
  const occurrence = (given: Record<string, unknown> = {}) =>
    database.db
      .insertInto('availability_occurrence')
      .columns(['availability_id', 'staff_id', 'room_id', 'date', 'starts_at', 'ends_at'])
      .expression((query) =>
        query
          .selectFrom('availability_occurrence')
          .where('staff_id', '=', clinic.staff[0]?.id ?? 0)
          .select([
            'availability_id',
            sql<number>`${given['staff_id'] ?? clinic.staff[0]?.id}::integer`.as('staff_id'),
            given['room_id'] ? sql<number>`${given['room_id']}::integer`.as('room_id') : 'room_id',
            'date',
            sql<Date>`${given['starts_at'] ?? clinic.end}::timestamptz`.as('starts_at'),
            sql<Date>`${given['ends_at'] ?? new Date(clinic.end.getTime() + 3_600_000)}::timestamptz`.as(
              'ends_at',
            ),
          ])
          .limit(1),
      )
      .execute()

  test('one does not work twice at once, nor two in one room', async () => {
    const elsewhere = (await addRoom(database.db, clinic.site.id)).id
    const overlapping = { starts_at: minutesOn(179) }
    expect(await broken(occurrence({ ...overlapping, room_id: elsewhere }))).toBe(
      'availability_occurrence_staff_overlap',
    )
    const colleague = (await addClinician(database.db)).id
    expect(await broken(occurrence({ ...overlapping, staff_id: colleague }))).toBe(
      'availability_occurrence_room_overlap',
    )
    expect(await broken(occurrence())).toBe('none')
  })

  test('an occurrence is of its availability’s clinician, in its availability’s room', async () => {
    const ties = 'availability_occurrence_availability_id_fkey'
    const elsewhere = (await addRoom(database.db, clinic.site.id)).id
    expect(await broken(occurrence({ room_id: elsewhere }))).toBe(ties)
    const colleague = (await addClinician(database.db)).id
    expect(await broken(occurrence({ staff_id: colleague }))).toBe(ties)
  })

  test('an availability that moves to another room takes its occurrences along', async () => {
    const room = (await addRoom(database.db, clinic.site.id)).id
    const staff = clinic.staff[0]?.id ?? 0
    await sql`update availability set room_id = ${room} where staff_id = ${staff}`.execute(
      database.db,
    )
    const found = await database.db
      .selectFrom('availability_occurrence')
      .select('room_id')
      .where('staff_id', '=', staff)
      .execute()
    expect(found).toEqual([{ room_id: room }])
  })

  test('no occurrence ends before it starts, or lasts more than 26 hours', async () => {
    const span = 'availability_occurrence_span'
    expect(await broken(occurrence({ starts_at: clinic.end, ends_at: clinic.end }))).toBe(span)
    const late = new Date(clinic.end.getTime() + 26 * 3_600_000 + 1)
    expect(await broken(occurrence({ starts_at: clinic.end, ends_at: late }))).toBe(span)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['recurs without an end', { recurring: true }, 'availability_until'],
    [
      'recurs past two years',
      { recurring: true, recurring_until: '2029-06-02' },
      'availability_until',
    ],
    [
      'ends before it starts',
      { recurring: true, recurring_until: '2027-05-31' },
      'availability_until',
    ],
    ['has an eighth weekday', { weekdays: [7] }, 'availability_weekdays_check'],
    ['has a thirteenth month', { months: [13] }, 'availability_months_check'],
    ['recurs by the hour', { freq: 4 }, 'availability_freq_check'],
    ['repeats every no days', { repeat_every: 0 }, 'availability_repeat_every_check'],
  ])('no rule %s', async (_, given, constraint) => {
    const { room_id } = await database.db
      .selectFrom('availability')
      .select('room_id')
      .executeTakeFirstOrThrow()
    const rule = { start_date: '2027-06-01', start_time: '09:00', end_time: '17:00', ...given }
    const insert = insertRow(database.db, 'availability', {
      staff_id: clinic.staff[0]?.id ?? 0,
      room_id,
      ...rule,
    })
    expect(await broken(insert)).toBe(constraint)
  })

  test('no competency runs out before it is issued', async () => {
    const { id } = await insertRow(database.db, 'competency', {
      name: `Competency ${clinic.site.id}`,
    })
    const held = insertRow(database.db, 'staff_competency', {
      staff_id: clinic.staff[0]?.id ?? 0,
      competency_id: id,
      issued_at: '2027-06-02',
      expires_at: '2027-06-01',
    })
    expect(await broken(held)).toBe('staff_competency_dates')
  })
})

describe('categories', () => {
  const category = (given: Record<string, unknown>) =>
    addCategory(database.db, { tree_id: clinic.site.id, ...given })

  test.each<[string, Record<string, unknown>, string]>([
    ['that end before they begin', { lft: 2, rght: 1 }, 'appointment_category_nested'],
    ['without a parent below the top', { level: 1 }, 'appointment_category_root'],
    ['without a name', { name: '' }, 'appointment_category_name_check'],
  ])('%s are refused', async (_, given, constraint) => {
    expect(await broken(category(given))).toBe(constraint)
  })

  test('at the same place of a tree are refused, and a parent outlives its children', async () => {
    const parent = await category({ rght: 4 })
    expect(await broken(category({}))).toBe('appointment_category_left')
    await category({ parent_id: parent.id, level: 1, lft: 2, rght: 3 })
    expect(await broken(category({ parent_id: parent.id, lft: 3, rght: 4 }))).toBe(
      'appointment_category_root',
    )
    const deletion = database.db
      .deleteFrom('appointment_category')
      .where('id', '=', parent.id)
      .execute()
    expect(await broken(deletion)).toBe('appointment_category_parent_id_fkey')
  })
})
