import { sql } from 'kysely'
import type { z } from 'zod'
import type {
  AppointmentPlan,
  PlannerChoices,
  PlannerDate,
  PlannerTime,
  plannerOperations,
} from '#lib/contract/planner.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { listSlots, openingsAt, type SiteSlot } from '#lib/scheduling/bookability.ts'
import { dayBoundaries, startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { type Interval, overlaps } from '#lib/scheduling/intervals.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import { readRescheduled } from '../appointments/check-availability.ts'
import { asStaff, bookingRules } from '../booking/booking-rules.ts'
import { rankOpenings } from '../booking/find-openings.ts'
import {
  type OpeningsReading,
  patientBusy,
  readOpenings,
  withBusyTimes,
} from '../booking/read-openings.ts'
import { findVisibility, isVisibleType } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'
import { clinicianFor, onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'

export const plannerRoutes = {
  'GET admin/appointment-planner/': ({ query }, call) => appointmentPlan(call, query),
  'GET admin/appointment-planner/choices/': (_request, call) => plannerChoices(call),
} satisfies Handlers

const USUAL_DAYS = 90
const MOST_DAYS = 184

type Query = z.output<(typeof plannerOperations)['GET admin/appointment-planner/']['query']>

/**
 * The dates with openings, and the times of one of them, from one reading.
 * @throws Refusal `not_found` for a hidden type; `not_allowed` for another clinician or duration;
 *   `invalid` for an impossible period.
 */
async function appointmentPlan(call: SignedInCall, query: Query): Promise<AppointmentPlan> {
  const { services } = call
  const { db, settings } = services
  const zone = settings.CLINIC_TIME_ZONE
  const now = services.now()
  const { from, to, days } = toPeriod(query, toClinicDate(now, zone))
  const window = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) }
  const rescheduled = query.appointment_id
    ? await readRescheduled(call, query.appointment_id)
    : null
  const isAgreed = rescheduled?.appointment_type_id === query.appointment_type_id
  const { sees, rules: ofStaff, mayChooseDuration } = asStaff(call, rescheduled?.staff_id)
  const reading = await readOpenings(db, {
    type: { id: query.appointment_type_id },
    sees: isAgreed ? { ...sees, types: true, categories: true } : sees,
    reservedSiteId: rescheduled?.site_id,
    exceptId: rescheduled?.id,
    window,
    siteId: query.site_id,
    staffId: clinicianFor(call, 'schedule.see', query.staff_id),
  })
  const { type } = reading
  const agreed = isAgreed && rescheduled ? rescheduled.duration : type.duration
  const { duration = agreed, date } = query
  if (duration !== agreed && duration !== type.duration && !mayChooseDuration) {
    throw new Refusal('not_allowed', 'You do not have permission to change durations.')
  }
  const rules = {
    ...bookingRules(settings, reading, now),
    ...ofStaff,
    now,
    duration,
    patientBusy: await patientBusy(
      db,
      rescheduled?.patient_id ?? query.patient_id,
      window,
      rescheduled?.id,
    ),
  }
  const occurrences = withBusyTimes(reading)
  const slots = listSlots(occurrences, rules, window)
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
    dates: groupByDate(slots, from, boundaries),
    times: await findTimes(db, reading, occurrences, rules, {
      slots: slots.filter(({ start }) => start >= ofDate.start && start < ofDate.end),
      day: ofDate,
    }),
  }
}

function toPeriod({ from: first, to: last, date }: Query, today: string) {
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

function groupByDate(
  slots: readonly SiteSlot[],
  from: string,
  boundaries: number[],
): PlannerDate[] {
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

async function findTimes(
  executor: Executor,
  { sites, occupied }: OpeningsReading,
  occurrences: readonly StaffedOccurrence[],
  rules: BookingRules,
  { slots, day }: { slots: readonly SiteSlot[]; day: Interval },
): Promise<PlannerTime[]> {
  if (slots.length === 0) return []
  const ofDay = occurrences.filter((occurrence) => overlaps(occurrence, day))
  const onDuty = rankOpenings(ofDay, occupied, day)
  const names = await readNames(executor, onDuty)
  const siteById = new Map(sites.map((site) => [site.id, site]))
  return slots.flatMap(({ start, end, siteId }) => {
    const site = siteById.get(siteId)
    if (!site) return []
    const openings = openingsAt(onDuty, rules, start).filter((opening) => opening.siteId === siteId)
    return [
      {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        site,
        clinicians: openings.map(({ staffId, roomId, availabilityId }) => ({
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

async function readNames(executor: Executor, occurrences: readonly StaffedOccurrence[]) {
  const [staff, rooms] = await Promise.all([
    executor
      .selectFrom('staff')
      .innerJoin('person', 'person.id', 'staff.person_id')
      .select(['staff.id', 'person.full_name'])
      .where(
        inIds(
          'staff.id',
          occurrences.map(({ staffId }) => staffId),
        ),
      )
      .execute(),
    executor
      .selectFrom('room')
      .select(['id', 'name'])
      .where(
        inIds(
          'room.id',
          occurrences.map(({ roomId }) => roomId),
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

async function plannerChoices({ viewer, services }: SignedInCall): Promise<PlannerChoices> {
  const { db } = services
  const sees = findVisibility(viewer)
  const onlyStaffId = onlyStaffIdFor(viewer)
  const [types, sites, clinicians] = await Promise.all([
    db
      .selectFrom('appointment_type')
      .select(['id', 'name', 'duration'])
      .where('disabled', '=', false)
      .where(isVisibleType(sees))
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('site')
      .select(['id', 'slug', 'name'])
      .$if(!sees.sites, (rows) => rows.where('hidden', '=', false))
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('staff')
      .innerJoin('person', 'person.id', 'staff.person_id')
      .select(['staff.id as staff_id', 'person.full_name'])
      .where(isWorkingHere)
      .$if(onlyStaffId !== null, (rows) => rows.where('staff.id', '=', onlyStaffId))
      .orderBy(inNameOrder('person.full_name'))
      .orderBy('staff.id')
      .execute(),
  ])
  return { appointment_types: types, sites, clinicians }
}
