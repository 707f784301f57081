import { sql } from 'kysely'
import { ageOn } from '#lib/dates/age.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { missingCompetencies } from '#lib/scheduling/competence.ts'
import { newReference } from '#server/booking/booking-records.ts'
import type { Executor } from '#server/database/connection.ts'
import type { WorkingPeriod } from './availabilities.ts'
import type { InsertedType } from './catalogue.ts'
import type { InsertedPatient } from './patients.ts'
import type { Random } from './random.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const DAYS_BACK = 90
const DAYS_AHEAD = 70

const FILL: readonly { untilDay: number; share: number }[] = [
  { untilDay: -7, share: 0.1 },
  { untilDay: 7, share: 0.5 },
  { untilDay: 14, share: 0.4 },
  { untilDay: 28, share: 0.12 },
  { untilDay: DAYS_AHEAD, share: 0.04 },
]
const CANCELLED = 0.07
const DID_NOT_ATTEND = 0.06
const REASONS = [
  'I am away that week.',
  'Work came up. I will book again.',
  'My child is ill.',
  'Booked at another branch instead.',
  '',
]
const GOT_BETTER = 'I feel better and no longer need it.'
const NOTES = [
  'I use a wheelchair.',
  'Please call if you run late.',
  'I would like an interpreter.',
]

type Context = {
  now: number
  patients: readonly InsertedPatient[]
  guestId: number
  random: Random
}

/**
 * Appointments of the last 90 days with how they ended, and of the weeks to come. Each lies inside
 * a working period, at a time when the clinician is competent for it, and nobody is in two places.
 */
export async function insertAppointments(
  executor: Executor,
  periods: readonly WorkingPeriod[],
  context: Context,
): Promise<void> {
  const { now, patients, guestId, random } = context
  const diary = new Diary(patients, random)
  const rows = periods
    .filter(({ start, end }) => start > now - DAYS_BACK * DAY && end < now + DAYS_AHEAD * DAY)
    .flatMap((period) => appointmentsIn(period, diary, context))
  const first = rows.find(
    ({ patient_id, status }) => patient_id === patients[0]?.id && status === 'completed',
  )
  if (first) first.patient_id = guestId
  await executor.insertInto('appointment').values(rows).execute()
}

function appointmentsIn(period: WorkingPeriod, diary: Diary, context: Context) {
  const { now, random } = context
  const types = period.types.filter(
    ({ disabled, required }) =>
      !disabled && missingCompetencies(required, period.competencies, period.date).length === 0,
  )
  if (types.length === 0) return []
  const rows = []
  for (let start = period.start; start < period.end; ) {
    const type = random.pick(types)
    const end = start + type.duration * MINUTE
    if (end > period.end) break
    const patient = random.chance(fillAt(start, now)) ? diary.patientFor(type, period.date) : null
    if (patient) rows.push(toAppointmentRow({ period, type, patient, start }, context))
    start = end
  }
  return rows
}

function fillAt(start: number, now: number): number {
  const days = (start - now) / DAY
  return FILL.find(({ untilDay }) => days < untilDay)?.share ?? 0
}

type Planned = {
  period: WorkingPeriod
  type: InsertedType
  patient: InsertedPatient
  start: number
}

function toAppointmentRow(
  { period, type, patient, start }: Planned,
  { now, patients, random }: Context,
) {
  const end = start + type.duration * MINUTE
  const booked = Math.min(start, now) - random.between(60, 14 * 24 * 60) * MINUTE
  // What the demonstration's own patient has ahead stays on.
  const isNextVisit = patient === patients[0] && end > now
  const status = isNextVisit ? 'booked' : pickStatus(end, now, random)
  const completedOn = status === 'completed' ? end : null
  const missedOn = status === 'did_not_attend' ? end : null
  const cancelledOn =
    status === 'cancelled'
      ? Math.round(booked + (Math.min(start, now) - booked) * random.fraction())
      : null
  return {
    reference: newReference((limit) => random.between(0, limit - 1)),
    status,
    appointment_type_id: type.id,
    availability_id: period.availabilityId,
    staff_id: period.staffId,
    room_id: period.roomId,
    site_id: period.siteId,
    patient_id: patient.id,
    gp_surgery_id: patient.gpSurgeryId,
    starts_at: new Date(start),
    duration: type.duration,
    patient_address: patient.address,
    notes: random.chance(0.06) ? random.pick(NOTES) : '',
    completed_on: dateOrNull(completedOn),
    completed_by: completedOn === null ? null : personOfStaff(period.staffId),
    cancelled_on: dateOrNull(cancelledOn),
    cancelled_by: cancelledOn === null ? null : patient.id,
    cancellation_notes: cancelledOn === null ? '' : random.pick(reasonsFor(type)),
    created: new Date(booked),
    modified: new Date(completedOn ?? missedOn ?? cancelledOn ?? booked),
  }
}

const reasonsFor = ({ tags }: InsertedType) =>
  tags.includes('Pharmacy First') ? [...REASONS, GOT_BETTER] : REASONS

function pickStatus(end: number, now: number, random: Random) {
  if (random.chance(CANCELLED)) return 'cancelled'
  if (end > now) return 'booked'
  return random.chance(DID_NOT_ATTEND) ? 'did_not_attend' : 'completed'
}

function dateOrNull(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}

export const personOfStaff = (staffId: number) =>
  sql<number>`(select person_id from staff where id = ${staffId}::integer)`

const ASKED_DAYS = 3

/** Many patients of the next days say that they come, and a few that they cannot. */
export async function insertAttendanceAnswers(executor: Executor, now: number): Promise<void> {
  const at = new Date(now)
  await sql`
    insert into attendance_answer (appointment_id, starts_at, is_coming, answered)
    select id, starts_at, id % 9 <> 0, ${at}::timestamptz - make_interval(mins => id % 600)
    from appointment
    where status = 'booked' and starts_at > ${at}
      and starts_at < ${at}::timestamptz + make_interval(days => ${ASKED_DAYS}) and id % 3 = 0
  `.execute(executor)
}

const DAYS_BETWEEN = 3
const OWN_DAYS_BETWEEN = 11
const MOST_TRIES = 80
const FEMALE = 2

class Diary {
  readonly #patients: readonly InsertedPatient[]
  readonly #random: Random
  readonly #notBefore = new Map<InsertedPatient, string>()
  readonly #visits = new Map<InsertedPatient, Map<InsertedType, string>>()

  /** @param patients begins with the demonstration's own. */
  constructor(patients: readonly InsertedPatient[], random: Random) {
    this.#patients = patients
    this.#random = random
  }

  /** Finds somebody whom the type suits and who is free; null where chance finds nobody. */
  patientFor(type: InsertedType, date: string): InsertedPatient | null {
    const [own, ...others] = this.#patients
    const isNew = own && !this.#visits.get(own)?.has(type)
    if (own && !type.hidden && isNew && this.#canCome(own, type, date)) {
      return this.#enter(own, type, date, OWN_DAYS_BETWEEN)
    }
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const patient = this.#random.pick(others)
      if (this.#canCome(patient, type, date)) {
        return this.#enter(patient, type, date, DAYS_BETWEEN)
      }
    }
    return null
  }

  #enter(patient: InsertedPatient, type: InsertedType, date: string, daysBetween: number) {
    this.#notBefore.set(patient, addDays(date, daysBetween))
    const visits = this.#visits.get(patient) ?? new Map()
    this.#visits.set(patient, visits.set(type, date))
    return patient
  }

  #canCome(patient: InsertedPatient, type: InsertedType, date: string): boolean {
    const last = this.#visits.get(patient)?.get(type)
    const isAgain =
      last === undefined ||
      (type.againAfterDays !== undefined && date >= addDays(last, type.againAfterDays))
    return isAgain && date >= (this.#notBefore.get(patient) ?? '') && suits(type, patient, date)
  }
}

function suits({ suits: rule = {} }: InsertedType, { gender, dob }: InsertedPatient, date: string) {
  const age = ageOn(date, dob)
  return (
    (rule.sex === undefined || gender === FEMALE) &&
    age >= (rule.youngest ?? 0) &&
    age <= (rule.oldest ?? 130)
  )
}
