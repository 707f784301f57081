import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, describe, expect, test } from 'vitest'
import { seedDemoData } from '#demo/data/seed-demo-data.ts'
import { HOURS_DAYS } from '#lib/contract/opening-hours.ts'
import { isBankHoliday } from '#lib/dates/bank-holidays.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { type AvailabilityRule, expandOccurrences } from '#lib/scheduling/recurrence.ts'
import { presentPublicSite, publicSiteRows } from '#server/catalogue/public-sites.ts'
import type { Database } from '#server/database/connection.ts'
import { isFull } from '../../amount.ts'
import { createSeededDatabase, DAY, NOW, TODAY, ZONE } from '../database/seeded-database.ts'
import { startTestServer } from '../test-server.ts'

const shared = await createSeededDatabase()
const db = shared.db
afterAll(() => shared.drop())

async function workingTimes(executor: Database) {
  return await executor
    .selectFrom('availability_occurrence as occurrence')
    .innerJoin('room', 'room.id', 'occurrence.room_id')
    .innerJoin('site', 'site.id', 'room.site_id')
    .select(['occurrence.date', 'occurrence.starts_at', 'occurrence.ends_at', 'site.slug'])
    .execute()
}

/** What share of the working time of 14 days from `now` is taken. */
async function shareTaken(executor: Database, now: number) {
  const { rows } = await sql<{ share: number }>`
    with span as (select tstzrange(${new Date(now)}, ${new Date(now + 14 * DAY)}) as during)
    select (
      (select sum(extract(epoch from ends_at - starts_at)) from appointment, span
        where status <> 'cancelled' and starts_at <@ span.during)
      / (select sum(extract(epoch from ends_at - starts_at)) from availability_occurrence, span
        where starts_at <@ span.during)
    )::float8 as share`.execute(executor)
  return rows[0]?.share
}

/** Every appointment, and what may not be so of it. */
async function appointments(executor: Database, now: number, zone: string) {
  const { rows } = await sql<{ status: string; username: string | null; faults: string[] }>`
    select appointment.status, patient.username, array_remove(array[
      case when occurrence.id is null and not clock.is_old then 'outside working time' end,
      case when offered.availability_id is null and not clock.is_old then 'not offered' end,
      -- The hours of years ago are no longer there: they were as they are now.
      case when clock.is_old and not exists (
        select from availability_occurrence as now_working
        where now_working.staff_id = appointment.staff_id
          and now_working.room_id = appointment.room_id
          and extract(isodow from now_working.date)
            = extract(isodow from appointment.starts_at at time zone ${zone})
          and (now_working.starts_at at time zone ${zone})::time
            <= (appointment.starts_at at time zone ${zone})::time
          and (now_working.ends_at at time zone ${zone})::time
            >= (appointment.ends_at at time zone ${zone})::time)
        then 'not on the rota' end,
      case when type.disabled then 'disabled' end,
      case when appointment.duration <> type.duration then 'another duration' end,
      case when extract(epoch from appointment.starts_at) % 300 <> 0 then 'off the mark' end,
      case when appointment.starts_at between clock.now - interval '95 days'
        and clock.now - interval '91 days' then 'between the lives and the calendar' end,
      case when appointment.created >= least(appointment.starts_at, clock.now) then 'booked late' end,
      case when completed_on < appointment.ends_at or completed_on > clock.now
        then 'completed early' end,
      case when cancelled_on < appointment.created or cancelled_on > clock.now then 'cancelled early' end,
      case when (appointment.ends_at <= clock.now) <> (status <> 'booked')
        and status <> 'cancelled' then 'wrong status' end,
      case when not clock.is_old and exists (
        select from appointment_type_competency as required
        where required.appointment_type_id = type.id and not exists (
          select from staff_competency as held
          where held.staff_id = appointment.staff_id
            and held.competency_id = required.competency_id
            and (appointment.starts_at at time zone ${zone})::date
              between held.issued_at and coalesce(held.expires_at, 'infinity')))
        then 'not competent' end
    ], null) as faults
    from appointment
    cross join lateral (
      select ${new Date(now)}::timestamptz as now,
        appointment.starts_at < ${new Date(now - 91 * DAY)}::timestamptz as is_old
    ) as clock
    join appointment_type as type on type.id = appointment.appointment_type_id
    join person as patient on patient.id = appointment.patient_id
    left join availability_occurrence as occurrence
      on occurrence.availability_id = appointment.availability_id
      and occurrence.staff_id = appointment.staff_id and occurrence.room_id = appointment.room_id
      and occurrence.during @> appointment.during
    left join availability_appointment_type as offered
      on offered.availability_id = appointment.availability_id
      and offered.appointment_type_id = type.id`.execute(executor)
  return rows
}

describe('availabilities', () => {
  test('their occurrences are what the rules come to', async () => {
    const rules = await db.selectFrom('availability').selectAll().execute()
    const stored = await db.selectFrom('availability_occurrence').selectAll().execute()
    const byRule = Map.groupBy(stored, ({ availability_id }) => availability_id)
    for (const row of rules) {
      const rule: AvailabilityRule = {
        startDate: row.start_date,
        startTime: row.start_time.slice(0, 5),
        endTime: row.end_time.slice(0, 5),
        recurring: row.recurring,
        recurringUntil: row.recurring_until,
        repeatEvery: row.repeat_every,
        freq: row.freq as AvailabilityRule['freq'],
        weekdays: row.weekdays,
        months: row.months,
        exceptBankHolidays: false,
        exceptHolidayDates: true,
        exceptions: [],
      }
      const occurrences = (byRule.get(row.id) ?? []).map(
        ({ date, starts_at, ends_at, staff_id, room_id }) => ({
          date,
          start: starts_at.getTime(),
          end: ends_at.getTime(),
          whoAndWhere: [staff_id, room_id],
        }),
      )
      expect(occurrences.length).toBeGreaterThan(0)
      expect(occurrences.toSorted((a, b) => a.start - b.start)).toEqual(
        expandOccurrences(rule, ZONE).map((occurrence) => ({
          ...occurrence,
          whoAndWhere: [row.staff_id, row.room_id],
        })),
      )
    }
  })

  test('reach past the booking horizon; some work two days a week, one in the evening', async () => {
    const { rows } = await sql<{ staff_id: number; days: number; last: string; latest: string }>`
      select staff_id, count(distinct extract(isodow from date))::integer as days,
        max(date) as last, max((ends_at at time zone ${ZONE})::time) as latest
      from availability_occurrence group by 1`.execute(db)
    expect(rows).toHaveLength(12)
    expect(rows.every(({ last }) => last > addDays(TODAY, 200))).toBe(true)
    expect(rows.filter(({ days }) => days === 2).length).toBeGreaterThan(1)
    expect(rows.filter(({ latest }) => latest > '19:00')).toHaveLength(1)
  })

  test('a clinician drops out of what they offer once a competency ends', async () => {
    const { rows } = await sql<{ last_name: string }>`
      select distinct person.last_name
      from availability
      join availability_occurrence as occurrence on occurrence.availability_id = availability.id
      join availability_appointment_type as offered on offered.availability_id = availability.id
      join appointment_type_competency as required
        on required.appointment_type_id = offered.appointment_type_id
      join staff_competency as held on held.staff_id = availability.staff_id
        and held.competency_id = required.competency_id
      join staff on staff.id = held.staff_id join person on person.id = staff.person_id
      where held.expires_at > ${TODAY}::date + 7 and held.expires_at < ${TODAY}::date + 28
        and occurrence.date > held.expires_at`.execute(db)
    expect(rows).toContainEqual({ last_name: 'Patel' })
  })

  test('nobody works outside the hours of a branch or on a bank holiday', async () => {
    const sites = await publicSiteRows(db).execute()
    const hoursBySite = new Map(
      sites.map((row) => [row.slug, presentPublicSite(row, { apiUrl: 'https://x/api' }).hours]),
    )
    const wallClock = (instant: Date) =>
      Temporal.Instant.fromEpochMilliseconds(instant.getTime())
        .toZonedDateTimeISO(ZONE)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' })
    for (const { date, starts_at, ends_at, slug } of await workingTimes(db)) {
      const day = Temporal.PlainDate.from(date)
      expect(isBankHoliday(date), date).toBe(false)
      const hours = hoursBySite.get(slug)?.[HOURS_DAYS[day.dayOfWeek - 1] ?? 'monday']
      if (hours === undefined) continue
      expect(hours, `${slug} on ${date}`).toBeTypeOf('object')
      if (typeof hours === 'string') continue
      const [opens, closes] = [wallClock(starts_at), wallClock(ends_at)]
      expect(hours.some((open) => opens >= open.opens && closes <= open.closes)).toBe(true)
    }
  })

  test('nobody works where nobody could find them', async () => {
    const places = await db
      .selectFrom('availability')
      .innerJoin('room', 'room.id', 'availability.room_id')
      .innerJoin('site', 'site.id', 'room.site_id')
      .select('site.slug')
      .distinct()
      .where('address1', '=', '')
      .execute()
    expect(places).toEqual([])
  })
})

describe('appointments', () => {
  test('are where and when they can be, and the past ones have ended in every way', async () => {
    const found = await appointments(db, NOW, ZONE)
    expect(found.filter(({ faults }) => faults.length > 0)).toEqual([])
    const statuses = Map.groupBy(found, ({ status }) => status)
    expect([...statuses.keys()].toSorted()).toEqual([
      'booked',
      'cancelled',
      'completed',
      'did_not_attend',
    ])
    for (const [status, rows] of statuses) expect(rows.length, status).toBeGreaterThan(20)
  })

  test('the patient who signs in has some behind and some ahead', async () => {
    const found = await appointments(db, NOW, ZONE)
    const own = found.filter(({ username }) => username === 'patient')
    expect(own.filter(({ status }) => status === 'completed').length).toBeGreaterThan(1)
    expect(own.filter(({ status }) => status === 'booked').length).toBeGreaterThan(1)
  })
})

test('the trail tells of each appointment who booked it and how it ended, in order', async () => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong
    from appointment
    join staff on staff.id = appointment.staff_id
    left join lateral (
      select array_agg(array[action, actor_role, actor_id::text, at::text] order by sequence) as lines
      from audit_event
      where subject_type = 'appointment' and subject_id = appointment.id
        and audit_event.patient_id = appointment.patient_id
    ) as told on true
    join person on person.id = appointment.patient_id
    cross join lateral (
      select case when person.is_portal_user then 'patient' else 'guest' end as role
    ) as own
    where told.lines is distinct from array[
      array['appointment.booked', own.role, person.id::text, appointment.created::text]
    ] || case status
      when 'cancelled' then array[array['appointment.cancelled', own.role, cancelled_by::text,
        cancelled_on::text]]
      when 'completed' then array[array['appointment.completed', 'staff', staff.person_id::text,
        completed_on::text]]
      when 'did_not_attend' then array[array['appointment.did_not_attend', 'staff',
        staff.person_id::text, ends_at::text]]
      else array[]::text[][] end`.execute(db)
  expect(rows).toEqual([{ wrong: 0 }])
  const lines = await db.selectFrom('audit_event').select('at').orderBy('sequence').execute()
  const times = lines.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(NOW)
})

const MOMENTS = [
  { day: 'the night the clocks go forward', moment: '2027-03-28T00:59:59Z', zone: ZONE },
  { day: 'the night the clocks go back', moment: '2026-10-25T01:30:00Z', zone: ZONE },
  { day: 'the Thursday before Easter', moment: '2027-03-25T18:00:00Z', zone: ZONE },
  { day: 'the Thursday before Christmas', moment: '2029-12-20T12:00:00Z', zone: ZONE },
  { day: 'the last minute of a year', moment: '2026-12-31T23:59:00Z', zone: ZONE },
  { day: 'a leap day, in mid-appointment', moment: '2028-02-29T15:07:31.250Z', zone: ZONE },
  {
    day: 'a day that changes its clocks far away',
    moment: '2026-09-26T11:00:00Z',
    zone: 'Pacific/Auckland',
  },
]

test.runIf(isFull).for(MOMENTS)(
  'everything can be booked within 14 days of $day',
  async ({ moment, zone }) => {
    const now = Date.parse(moment)
    const key = 'hidden-services'
    const server = await startTestServer({
      environment: { CLINIC_TIME_ZONE: zone, SERVICES_KEY: key },
      services: { now: () => now },
    })
    try {
      const seeded = server.database.db
      expect(await seedDemoData(seeded, { timeZone: zone, now })).toBe(true)
      const found = await appointments(seeded, now, zone)
      expect(found.filter(({ faults }) => faults.length > 0)).toEqual([])
      const share = await shareTaken(seeded, now)
      expect(share).toBeGreaterThan(0.3)
      expect(share).toBeLessThan(0.6)

      const types = await server.api.call('GET public/appointmenttypes/', {
        query: { key, disabled: 'false' },
      })
      expect(types.count).toBeGreaterThanOrEqual(20)
      const last = new Date(now + 14 * DAY).toISOString().slice(0, 10)
      const late = []
      for (const { slug } of types.results) {
        const week = await server.api.call('GET public/weekly-availability/', {
          query: { appointment_type_slug: slug, key },
        })
        if (week.next_available === null || week.next_available > last) late.push(slug)
      }
      expect(late).toEqual([])
    } finally {
      await server.stop()
    }
  },
)
