import { sql } from 'kysely'
import { addDays, mondayBefore } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import {
  type AvailabilityRule,
  expandOccurrences,
  type Occurrence,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'
import type { Database, Executor } from '#server/database/connection.ts'
import {
  type BenchmarkType,
  CONSULTATION,
  insertBase,
  selectBenchmarkClinicians,
  THROUGHPUT,
} from './benchmark/base.ts'
import { insertBenchmarkPatients, selectBenchmarkPatients } from './benchmark/patients.ts'
import { withoutIndexes } from './benchmark/without-indexes.ts'

const BENCHMARK_LOCK = 7_201_962
const WEEKS_AHEAD = 8
const WEEKS_IN_YEAR = 52
const APPOINTMENTS_PER_SCALE = 100_000
const PATIENTS_PER_APPOINTMENT = 0.1
/** Of the first 100,000, so many lie ahead: 60 % of the 64,000 slots of the coming weeks. */
const SHARE_AHEAD = 0.384

const WORKDAYS: BlockRule = { from: '09:00', to: '17:00', weekdays: [0, 1, 2, 3, 4] }
const WIDE_OPEN: BlockRule = { from: '06:00', to: '22:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }

export const LARGEST_SCALE = 10

/**
 * Adds what the benchmarks measure, beside whatever else is there:
 * - 50 clinicians at 10 sites who offer `bench-consultation` (15 minutes, one competency) on
 *   weekdays from 09:00 to 17:00, with this and the next seven weeks 60 % full;
 * - 200 clinicians who offer `bench-throughput` (15 minutes), every day from 06:00 to 22:00, free;
 * - `scale` × 10,000 patients and `scale` × 100,000 appointments. A larger scale has a longer past,
 *   a year for each, and the same coming weeks.
 *
 * What is there of an earlier run stays, and only the years that lack are added: the same scale
 * again does nothing. It is one transaction, and nobody else reads appointments meanwhile; nobody
 * is notified of made-up ones.
 * @param options.scale a whole number from 1 to `LARGEST_SCALE`.
 * @param options.now epoch milliseconds; counts when there is nothing yet.
 * @param options.appointmentsPerScale another number than 100,000, always the same for a database.
 * @param options.say is told what was added.
 * @returns whether anything was added.
 */
export async function seedBenchmarkData(
  db: Database,
  options: {
    scale: number
    timeZone: string
    now: number
    appointmentsPerScale?: number
    print?: (message: string) => void
  },
): Promise<boolean> {
  const { scale, timeZone, now, appointmentsPerScale = APPOINTMENTS_PER_SCALE, print } = options
  if (!Number.isInteger(scale) || scale < 1 || scale > LARGEST_SCALE) {
    throw new RangeError(`scale must be a whole number from 1 to ${LARGEST_SCALE}`)
  }
  const size = chooseSize(appointmentsPerScale)
  const added = await alone(db, async (tx) => {
    const [thisMonday, ...earlier] = await readStarts(tx)
    const monday = thisMonday ?? mondayBefore(toClinicDate(now, timeZone))
    const years = Array.from({ length: scale }, (_, index) => index + 1)
    const missing = years.filter((year) => !earlier.includes(startOfYear(monday, year)))
    if (thisMonday && missing.length === 0) return false
    if (!thisMonday) await insertBase(tx)
    await sql`alter table appointment disable trigger user`.execute(tx)
    await withoutIndexes(tx, ['person', 'availability_occurrence', 'appointment'], async () => {
      await insertBenchmarkPatients(tx, scale * size.patients)
      if (!thisMonday) await insertComingWeeks(tx, monday, timeZone, size)
      for (const year of missing.toReversed()) {
        await insertYear(tx, startOfYear(monday, year), year, timeZone, size)
        print?.(`Put in the appointments of ${year === 1 ? 'a year' : `${year} years`} ago`)
      }
    })
    await sql`alter table appointment enable trigger user`.execute(tx)
    return true
  })
  if (added) await tidy(db)
  return added
}

/** The first year ends before the coming weeks, the second before that, and so on. */
const startOfYear = (monday: string, year: number) => addDays(monday, -7 * WEEKS_IN_YEAR * year)

type Size = { appointments: number; patients: number; ahead: number }

function chooseSize(appointments: number): Size {
  return {
    appointments,
    patients: Math.round(appointments * PATIENTS_PER_APPOINTMENT),
    ahead: Math.round(appointments * SHARE_AHEAD),
  }
}

async function insertComingWeeks(
  executor: Executor,
  thisMonday: string,
  timeZone: string,
  size: Size,
) {
  const dates = { start: thisMonday, weeks: WEEKS_AHEAD, timeZone }
  const block: ConsultingBlock = { ...dates, ...CONSULTATION, ...WORKDAYS }
  await insertBenchmarkAvailabilities(executor, { ...dates, ...THROUGHPUT, ...WIDE_OPEN })
  await insertBenchmarkAvailabilities(executor, block)
  await insertBenchmarkAppointments(executor, block, {
    year: 0,
    count: size.ahead,
    patients: size.patients,
  })
}

async function insertYear(
  executor: Executor,
  start: string,
  year: number,
  timeZone: string,
  size: Size,
): Promise<void> {
  const block: ConsultingBlock = {
    start,
    weeks: WEEKS_IN_YEAR,
    timeZone,
    ...CONSULTATION,
    ...WORKDAYS,
  }
  await insertBenchmarkAvailabilities(executor, block)
  await insertBenchmarkAppointments(executor, block, {
    year,
    count: size.appointments - (year === 1 ? size.ahead : 0),
    patients: year * size.patients,
  })
}

async function readStarts(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select distinct start_date as start
    from availability
    join availability_appointment_type as offered on offered.availability_id = availability.id
    join appointment_type as type on type.id = offered.appointment_type_id
    where type.slug = ${CONSULTATION.slug}
    order by start_date desc`.execute(executor)
  return rows.map(({ start }) => start)
}

async function alone<T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${BENCHMARK_LOCK}::bigint)`.execute(tx)
    return await work(tx)
  })
}

/** Gives the planner its statistics and index-only scans their map, as a database in service has. */
async function tidy(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum (analyze) person, staff, room, availability, availability_appointment_type,
      availability_occurrence, appointment, message`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

const DURATION = 15
const SLOTS_IN_DAY = 32

/**
 * Scatters `count` appointments over the slots of a block, the same on every run. Every slot has a
 * number, by start and then clinician, and the first so many `patients` take turns by that number:
 * the clinicians of one start see different people, and nothing overlaps. In the past (`year` from
 * 1) one in twenty was cancelled and one in twenty missed; ahead (`year` 0) all are booked.
 */
async function insertBenchmarkAppointments(
  executor: Executor,
  block: ConsultingBlock,
  { year, count, patients }: { year: number; count: number; patients: number },
): Promise<void> {
  const clinicians = block.lastClinician - block.firstClinician + 1
  await sql`
    with clinician as materialized (${selectBenchmarkClinicians(block)}),
    occurrence as materialized (${occurrenceRows(block)}),
    patient as materialized (${selectBenchmarkPatients(patients)}),
    chosen as materialized (
      select slot, row_number() over (order by slot) as place
      from (
        select slot
        from generate_series(0, (select count(*) from occurrence)
          * ${SLOTS_IN_DAY * clinicians}::integer - 1) as slot
        order by md5(${year} || ':' || slot) limit ${count}::integer
      ) as drawn
    ),
    appointment_at as (
      select clinician.*, availability.id as availability_id, place,
        occurrence.starts_at + make_interval(mins => (${DURATION}::integer
          * (slot / ${clinicians}::integer % ${SLOTS_IN_DAY}::integer))::integer) as starts_at,
        patient.id as patient_id,
        case
          when ${year}::integer = 0 then 'booked'
          when place % 20 = 0 then 'cancelled'
          when place % 20 = 10 then 'did_not_attend'
          else 'completed'
        end as status
      from chosen
      join clinician on clinician.number = slot % ${clinicians}::integer
      join occurrence on occurrence.number = slot / ${clinicians * SLOTS_IN_DAY}::integer
      join patient on patient.number = slot % (select count(*) from patient)
      join availability on availability.staff_id = clinician.staff_id
        and availability.start_date = ${block.start}::date
    )
    insert into appointment (reference, status, appointment_type_id, availability_id, staff_id,
      room_id, site_id, patient_id, starts_at, duration, completed_on, completed_by,
      cancelled_on, created, modified)
    select 'BEN' || lpad(${year}::text, 2, '0') || '-' || lpad((place - 1)::text, 5, '0'),
      status, type.id, availability_id, staff_id, room_id, site_id, patient_id, starts_at,
      ${DURATION}::integer,
      case status when 'completed' then minutes_after(starts_at, ${DURATION}::integer) end,
      case status when 'completed' then (select person_id from staff where id = staff_id) end,
      case status when 'cancelled' then starts_at - interval '1 day' end,
      starts_at - interval '90 days', starts_at - interval '1 day'
    from appointment_at, appointment_type as type
    where type.slug = ${block.slug}
    order by starts_at, staff_id`.execute(executor)
}

type BlockRule = { from: string; to: string; weekdays: number[] }

type ConsultingBlock = BenchmarkType &
  BlockRule & {
    start: string
    weeks: number
    timeZone: string
  }

const DAILY = 3

async function insertBenchmarkAvailabilities(
  executor: Executor,
  block: ConsultingBlock,
): Promise<void> {
  const rule = toRule(block)
  await sql`
    with clinician as (${selectBenchmarkClinicians(block)}), placed as (
      insert into availability (staff_id, room_id, start_date, start_time, end_time, recurring,
        recurring_until, repeat_every, freq, weekdays, rrule)
      select staff_id, room_id, ${rule.startDate}::date, ${rule.startTime}::time,
        ${rule.endTime}::time, true, ${rule.recurringUntil}::date, ${rule.repeatEvery}::integer,
        ${rule.freq}::smallint, ${rule.weekdays}::smallint[], ${ruleToRRuleString(rule)}
      from clinician
      returning id, staff_id, room_id
    ), offered as (
      insert into availability_appointment_type (availability_id, appointment_type_id)
      select placed.id, type.id from placed, appointment_type as type where type.slug = ${block.slug}
    )
    insert into availability_occurrence
      (availability_id, staff_id, room_id, date, starts_at, ends_at)
    select placed.id, staff_id, room_id, date, starts_at, ends_at
    from (${occurrenceRows(block)}) as occurrence, placed
    order by starts_at, staff_id`.execute(executor)
}

function occurrenceRows(block: ConsultingBlock) {
  const occurrences = expandOccurrences(toRule(block), block.timeZone)
  const each = (pick: (occurrence: Occurrence) => string) => occurrences.map(pick)
  return sql`
    select row_number() over (order by starts_at) - 1 as number, date, starts_at, ends_at
    from unnest(
      ${each(({ date }) => date)}::date[],
      ${each(({ start }) => new Date(start).toISOString())}::timestamptz[],
      ${each(({ end }) => new Date(end).toISOString())}::timestamptz[]
    ) as listed (date, starts_at, ends_at)`
}

function toRule({ start, weeks, from, to, weekdays }: ConsultingBlock): AvailabilityRule {
  return {
    startDate: start,
    startTime: from,
    endTime: to,
    recurring: true,
    recurringUntil: addDays(start, 7 * weeks - 1),
    repeatEvery: 1,
    freq: DAILY,
    weekdays,
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  }
}
