import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import {
  type BookingRules,
  candidatesAt,
  listSlots,
  type Opening,
} from '#lib/scheduling/bookability.ts'
import { dateOf } from '#lib/scheduling/clinic-time.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import { bookingRules } from '../booking/booking-rules.ts'
import { type Calendar, type CalendarQuery, openingsOf, readCalendar } from '../booking/calendar.ts'
import { patientsBusy } from '../booking/patients-busy.ts'
import type { Executor } from '../database/connection.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import type { Orphan } from './find-orphaned.ts'

const DAY = 86_400_000
/** More than that nobody compares. */
const MOST_ALTERNATIVES = 8
/** Some patients rather go to another branch than come at another time. */
const KEPT_FOR_ELSEWHERE = 2

export type LookAround = {
  settings: Settings
  /** Epoch milliseconds. */
  now: number
  /** Days before and after each appointment. */
  withinDays: number
  seesHiddenSites: boolean
  /** Where places may be offered. */
  isOffered: (place: { staffId: number; roomId: number }) => boolean
  /** Hours as they would be instead of as they are, for the type asked for. */
  instead?: (typeId: number) => CalendarQuery['instead']
}

/**
 * Free places of the same type and duration for each appointment, in the order of `placesOf`. They
 * are those that can be booked, by the rules that list and
 * book; the appointment's own time does not stand in its way, what else its patient has does. Reads
 * once for each type.
 */
export async function withAlternatives<Asked extends Orphan>(
  executor: Executor,
  appointments: readonly Asked[],
  around: LookAround,
): Promise<(Asked & Pick<OrphanedAppointment, 'alternatives'>)[]> {
  const found = new Map<number, Place[]>()
  const movable = appointments.filter(({ reasons }) => !reasons.includes('patient_deceased'))
  for (const [typeId, ofType] of Map.groupBy(movable, (one) => one.appointment_type.id)) {
    const window = windowOf(ofType, around)
    const calendar = await calendarOf(executor, typeId, window, around)
    if (!calendar) continue
    const patientIds = ofType.map(({ patient }) => patient.id)
    const busyOf = await patientsBusy(executor, patientIds, window)
    for (const appointment of ofType) {
      const patientBusy = busyOf(appointment.patient.id, appointment.id)
      found.set(appointment.id, placesFor(appointment, calendar, patientBusy, around))
    }
  }
  const named = await namesOf(executor, [...found.values()].flat())
  return appointments.map((appointment) => ({
    ...appointment,
    alternatives: (found.get(appointment.id) ?? []).map(named),
  }))
}

type Place = Pick<Opening, 'staffId' | 'roomId' | 'siteId'> & Interval

const timeOf = ({ start, end }: Orphan): Interval => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

/** Where places for all of these can lie. */
function windowOf(appointments: readonly Orphan[], { now, withinDays }: LookAround): Interval {
  const starts = appointments.map((one) => timeOf(one).start)
  return {
    start: Math.max(now, Math.min(...starts) - withinDays * DAY),
    end: Math.max(...starts) + (withinDays + 1) * DAY,
  }
}

/** Null for a type that nobody can book at present. */
async function calendarOf(
  executor: Executor,
  typeId: number,
  window: Interval,
  { seesHiddenSites, instead }: LookAround,
): Promise<Calendar | null> {
  const query: CalendarQuery = {
    type: { id: typeId },
    // Whatever it was booked as is agreed.
    sees: { types: true, categories: true, sites: seesHiddenSites },
    window,
    ownHold: null,
    instead: instead?.(typeId),
  }
  return await readCalendar(executor, query).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
}

function placesFor(
  appointment: Orphan,
  calendar: Calendar,
  patientBusy: Interval[],
  around: LookAround,
): Place[] {
  const { settings, now, withinDays, isOffered } = around
  const time = timeOf(appointment)
  const window = { start: time.start - withinDays * DAY, end: time.start + withinDays * DAY }
  const near = calendar.openings.filter(
    (opening) => opening.start < window.end && opening.end > window.start && isOffered(opening),
  )
  const others = isAway(appointment, near, settings)
    ? near.filter(({ staffId }) => staffId !== appointment.staff.id)
    : near
  // It gives its own time back.
  const occupied = calendar.occupied.filter(
    ({ staffId, start }) => staffId !== appointment.staff.id || start !== time.start,
  )
  const rules: BookingRules = {
    ...bookingRules(settings, calendar, now),
    duration: appointment.duration,
    patientBusy,
  }
  return placesOf(appointment, openingsOf({ openings: others, occupied }), rules, window)
}

/** Whether its clinician lost the hours, and has none on its day. */
function isAway(
  { reasons, start, staff }: Orphan,
  openings: Calendar['openings'],
  { CLINIC_TIME_ZONE: zone }: Settings,
): boolean {
  const day = dateOf(Date.parse(start), zone)
  return (
    reasons.includes('outside_hours') &&
    !openings.some((one) => one.staffId === staff.id && dateOf(one.start, zone) === day)
  )
}

/** Its own branch first; there its own time with somebody else, then later times, then earlier ones. */
function placesOf(
  appointment: Orphan,
  openings: Opening[],
  rules: BookingRules,
  window: Interval,
): Place[] {
  const time = timeOf(appointment)
  const at = (start: number): Place[] =>
    candidatesAt(openings, rules, start).map(({ staffId, roomId, siteId }) => ({
      ...{ staffId, roomId, siteId, start },
      end: start + appointment.duration * 60_000,
    }))
  const same = at(time.start).filter(
    ({ staffId, roomId }) => staffId !== appointment.staff.id || roomId !== appointment.room.id,
  )
  const others = listSlots(openings, rules, window)
    .filter(({ start }) => start !== time.start)
    .toSorted(
      (a, b) =>
        Number(a.start < time.start) - Number(b.start < time.start) ||
        Math.abs(a.start - time.start) - Math.abs(b.start - time.start),
    )
  const [own, elsewhere] = [true, false].map((isOwn) => {
    const isThere = ({ siteId }: { siteId: number }) => (siteId === appointment.site.id) === isOwn
    return [
      ...same.filter(isThere).slice(0, MOST_ALTERNATIVES / 2),
      ...others
        .filter(isThere)
        .slice(0, MOST_ALTERNATIVES)
        .flatMap((slot) =>
          at(slot.start)
            .filter(({ siteId }) => siteId === slot.siteId)
            .slice(0, 1),
        ),
    ]
  }) as [Place[], Place[]]
  const forElsewhere = Math.min(elsewhere.length, KEPT_FOR_ELSEWHERE)
  return [...own.slice(0, MOST_ALTERNATIVES - forElsewhere), ...elsewhere].slice(
    0,
    MOST_ALTERNATIVES,
  )
}

async function namesOf(
  executor: Executor,
  places: readonly Place[],
): Promise<(place: Place) => Alternative> {
  const idsOf = (key: 'staffId' | 'roomId') => [...new Set(places.map((place) => place[key]))]
  const [staff, rooms] = [idsOf('staffId'), idsOf('roomId')]
  const people = staff.length
    ? await executor
        .selectFrom('staff')
        .innerJoin('person', 'person.id', 'staff.person_id')
        .select(['staff.id', 'person.full_name'])
        .where('staff.id', 'in', staff)
        .execute()
    : []
  const roomRows = rooms.length
    ? await executor
        .selectFrom('room')
        .innerJoin('site', 'site.id', 'room.site_id')
        .select(['room.id', 'room.name', 'site.name as site_name'])
        .where('room.id', 'in', rooms)
        .execute()
    : []
  const nameOf = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const roomOf = new Map(roomRows.map((row) => [row.id, row]))
  return ({ start, end, staffId, roomId, siteId }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    staff_id: staffId,
    staff_name: nameOf.get(staffId) ?? '',
    room_id: roomId,
    room_name: roomOf.get(roomId)?.name ?? '',
    site_id: siteId,
    site_name: roomOf.get(roomId)?.site_name ?? '',
  })
}
