import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  AppointmentPlan,
  PlannerDate,
  PlannerTime,
  plannerOperations,
} from '#lib/contract/planner.ts'
import { daysBetween } from '#lib/dates.ts'
import { addDays } from '#lib/format-date-time.ts'
import {
  type BookingRules,
  candidatesAt,
  listSlots,
  type Opening,
  type Slot,
} from '#lib/scheduling/bookability.ts'
import { dateOf, dayBoundaries, startOfDay } from '#lib/scheduling/clinic-time.ts'
import { type Interval, overlaps } from '#lib/scheduling/intervals.ts'
import { visibilityOf } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusal.ts'
import { bookingRules } from './booking-rules.ts'
import { type Calendar, openingsOf, readCalendar } from './calendar.ts'
import { startsWithin } from './candidates.ts'
import { readMoved } from './check-availability.ts'
import { patientBusy } from './patients-busy.ts'

const USUAL_DAYS = 90
const MOST_DAYS = 184

type Question = z.output<(typeof plannerOperations)['GET admin/appointment-planner/']['query']>

/**
 * The dates of a period on which a type has free places, and the times of one of them with who could
 * take each: from one reading, by the rules that book. Staff keep neither the notice nor the horizon of
 * visitors.
 * @throws Refusal `not_found` for a type that may not be seen; `not_allowed` for others' calendars
 *   or another duration without their permissions; `invalid` for a period that cannot be.
 */
export async function appointmentPlan(
  call: SignedInCall,
  question: Question,
): Promise<AppointmentPlan> {
  const { viewer, services } = call
  const { db, settings } = services
  const zone = settings.CLINIC_TIME_ZONE
  const now = services.now()
  const { from, to, days } = periodOf(question, dateOf(now, zone))
  const window = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }
  const moved = question.appointment_id ? await readMoved(call, question.appointment_id) : null
  const isAgreed = moved?.appointment_type_id === question.appointment_type_id
  const sees = visibilityOf(viewer)
  const calendar = await readCalendar(db, {
    type: { id: question.appointment_type_id },
    sees: isAgreed ? { ...sees, types: true, categories: true } : sees,
    keptSiteId: moved?.site_id,
    exceptId: moved?.id,
    window,
    siteId: question.site_id,
    staffId: calendarScope(viewer, question.staff_id),
    ownHold: null,
  })
  const { type } = calendar
  const agreed = isAgreed && moved ? moved.duration : type.duration
  const { duration = agreed, date } = question
  if (
    duration !== agreed &&
    duration !== type.duration &&
    !viewer.permissions.has('clinic.override_appointment_duration')
  ) {
    throw new Refusal('not_allowed', 'You do not have permission to change durations.')
  }
  const rules = {
    ...bookingRules(settings, calendar, now),
    noticeMinutes: 0,
    horizonDays: null,
    duration,
    patientBusy: await patientBusy(db, moved?.patient_id ?? question.patient_id, window, moved?.id),
  }
  const openings = openingsOf(calendar)
  const slots = listSlots(openings, rules, window)
  const boundaries = dayBoundaries(from, days, zone)
  const day = date === undefined ? -1 : daysBetween(from, date)
  const ofDate = { start: boundaries[day] ?? 0, end: boundaries[day + 1] ?? 0 }
  return {
    appointment_type: {
      id: type.id,
      slug: type.slug,
      name: type.name,
      duration: type.duration,
      disabled: type.disabled,
    },
    time_zone: zone,
    from,
    to,
    dates: datesOf(slots, from, boundaries),
    times: await timesOf(db, calendar, openings, rules, {
      slots: slots.filter(({ start }) => start >= ofDate.start && start < ofDate.end),
      day: ofDate,
    }),
  }
}

/** Dates are as asked for; `days` counts both ends. */
function periodOf({ from: first, to: last, date }: Question, today: string) {
  const from = first ?? today
  const to = last ?? addDays(from, USUAL_DAYS - 1)
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ to: ['Choose a date on or after the first date.'] })
  if (days > MOST_DAYS) throw invalid({ to: [`Choose ${MOST_DAYS} days or fewer.`] })
  if (date !== undefined && (date < from || date > to)) {
    throw invalid({ date: ['Choose a date in the period.'] })
  }
  return { from, to, days }
}

/** The clinician to look for; undefined is everybody. */
function calendarScope(
  { staffId, permissions }: SignedInCall['viewer'],
  wanted: number | undefined,
): number | undefined {
  if (permissions.has('clinic.view_other_appointments')) return wanted
  const isOwn = staffId !== null && (wanted ?? staffId) === staffId
  if (!isOwn) throw new Refusal('not_allowed', 'You can only see your own appointments.')
  return staffId
}

/** Counts the slots, which come in order, by day. */
function datesOf(slots: readonly Slot[], from: string, boundaries: number[]): PlannerDate[] {
  const dates: PlannerDate[] = []
  let day = 0
  let counted = -1
  for (const { start } of slots) {
    while (start >= (boundaries[day + 1] ?? Number.POSITIVE_INFINITY)) day += 1
    const last = dates.at(-1)
    if (last && counted === day) last.places += 1
    else {
      dates.push({ date: addDays(from, day), places: 1, first: new Date(start).toISOString() })
      counted = day
    }
  }
  return dates
}

/** What is to be booked, with everybody who could take it. */
async function timesOf(
  executor: Executor,
  calendar: Calendar,
  openings: readonly Opening[],
  rules: BookingRules,
  { slots, day }: { slots: readonly Slot[]; day: Interval },
): Promise<PlannerTime[]> {
  if (slots.length === 0) return []
  const load = startsWithin(day, calendar.occupied)
  const loadOf = ({ staffId }: Opening) => load.get(staffId) ?? 0
  const onDuty = openings
    .filter((opening) => overlaps(opening, day))
    .sort((a, b) => loadOf(a) - loadOf(b) || a.occurrenceId - b.occurrenceId)
  const names = await namesOf(executor, onDuty)
  const siteById = new Map(calendar.sites.map((site) => [site.id, site]))
  return slots.flatMap(({ start, end, siteId }) => {
    const site = siteById.get(siteId)
    if (!site) return []
    const candidates = candidatesAt(onDuty, rules, start).filter(
      (opening) => opening.siteId === siteId,
    )
    return [
      {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        site,
        clinicians: candidates.map(({ staffId, roomId, availabilityId }) => ({
          staff_id: staffId,
          full_name: names.staff.get(staffId) ?? '',
          room_id: roomId,
          room_name: names.rooms.get(roomId) ?? '',
          availability_id: availabilityId,
        })),
      },
    ]
  })
}

/** What the clinicians and the rooms of openings are called, by id. */
async function namesOf(executor: Executor, openings: readonly Opening[]) {
  const [staff, rooms] = await Promise.all([
    executor
      .selectFrom('staff')
      .innerJoin('person', 'person.id', 'staff.person_id')
      .select(['staff.id', 'person.full_name'])
      .where(
        inIds(
          'staff.id',
          openings.map(({ staffId }) => staffId),
        ),
      )
      .execute(),
    executor
      .selectFrom('room')
      .select(['id', 'name'])
      .where(
        inIds(
          'room.id',
          openings.map(({ roomId }) => roomId),
        ),
      )
      .execute(),
  ])
  return {
    staff: new Map(staff.map(({ id, full_name }) => [id, full_name])),
    rooms: new Map(rooms.map(({ id, name }) => [id, name])),
  }
}

const inIds = (column: string, ids: number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`
