import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import { listSlots, type Opening, openingsAt } from '#lib/scheduling/bookability.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import { bookingRules } from '../booking/booking-rules.ts'
import type { OpeningsQuery } from '../booking/openings-statement.ts'
import {
  type OpeningsReading,
  patientsBusy,
  readOpenings,
  withBusyTimes,
} from '../booking/read-openings.ts'
import type { Executor } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Settings } from '../settings.ts'
import type { Orphan } from './find-orphaned.ts'

const MOST_ALTERNATIVES = 8
const KEPT_FOR_ELSEWHERE = 2

/** Its own branch first; there its own time with others, then later times, then earlier ones. */
function rankAlternatives(
  appointment: Orphan,
  occurrences: StaffedOccurrence[],
  rules: BookingRules,
  window: Interval,
): Opening[] {
  const bookedStart = Date.parse(appointment.start)
  const at = (start: number) => openingsAt(occurrences, rules, start)
  const same = at(bookedStart).filter(
    ({ staffId, roomId }) => staffId !== appointment.staff.id || roomId !== appointment.room.id,
  )
  const others = listSlots(occurrences, rules, window)
    .filter(({ start }) => start !== bookedStart)
    .toSorted(
      (a, b) =>
        Number(a.start < bookedStart) - Number(b.start < bookedStart) ||
        Math.abs(a.start - bookedStart) - Math.abs(b.start - bookedStart),
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
  }) as [Opening[], Opening[]]
  const forElsewhere = Math.min(elsewhere.length, KEPT_FOR_ELSEWHERE)
  return [...own.slice(0, MOST_ALTERNATIVES - forElsewhere), ...elsewhere].slice(
    0,
    MOST_ALTERNATIVES,
  )
}

const DAY = 86_400_000
type LookAround = {
  settings: Settings
  now: number
  withinDays: number
  seesHiddenSites: boolean
  /** It says whether the patient's other appointments stand in the way; by default they do. */
  heedsPatient?: boolean
  isOffered: (occurrence: { staffId: number; roomId: number }) => boolean
  mayCancel?: (staffId: number) => boolean
  instead?: (typeId: number) => OpeningsQuery['instead']
}

/**
 * Adds openings of the same type and duration to each appointment, in the order of `rankAlternatives`,
 * by the rules that list and book. The appointment's own time does not stand in its way; its patient's
 * other appointments do. Reads once for each type.
 */
export async function withAlternatives<Each extends Orphan>(
  executor: Executor,
  appointments: readonly Each[],
  around: LookAround,
): Promise<(Each & Pick<OrphanedAppointment, 'alternatives' | 'may_cancel'>)[]> {
  const found = new Map<number, Offered[]>()
  const movable = appointments.filter(({ reasons }) => !reasons.includes('patient_deceased'))
  for (const [typeId, ofType] of Map.groupBy(movable, (one) => one.appointment_type.id)) {
    const window = toWindow(ofType, around)
    const reading = await readForType(executor, typeId, window, around)
    if (!reading) continue
    const patientIds = ofType.map(({ patient }) => patient.id)
    const findBusy = await patientsBusy(executor, patientIds, window)
    for (const appointment of ofType) {
      const patientBusy =
        around.heedsPatient === false ? [] : findBusy(appointment.patient.id, appointment.id)
      found.set(appointment.id, alternativesFor(appointment, reading, patientBusy, around))
    }
  }
  const named = await readNames(executor, [...found.values()].flat())
  return appointments.map((appointment) => ({
    ...appointment,
    alternatives: (found.get(appointment.id) ?? []).map(named),
    may_cancel: around.mayCancel?.(appointment.staff.id) ?? false,
  }))
}

const toInterval = ({ start, end }: Orphan): Interval => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

function toWindow(appointments: readonly Orphan[], { now, withinDays }: LookAround): Interval {
  const starts = appointments.map((one) => toInterval(one).start)
  return {
    start: Math.max(now, Math.min(...starts) - withinDays * DAY),
    end: Math.max(...starts) + (withinDays + 1) * DAY,
  }
}

/** Is null for a type that nobody can book at present. */
async function readForType(
  executor: Executor,
  typeId: number,
  window: Interval,
  { seesHiddenSites, instead }: LookAround,
): Promise<OpeningsReading | null> {
  const query: OpeningsQuery = {
    type: { id: typeId },
    // The type was agreed when the appointment was booked.
    sees: { types: true, categories: true, sites: seesHiddenSites },
    window,
    instead: instead?.(typeId),
  }
  return await readOpenings(executor, query).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
}

function alternativesFor(
  appointment: Orphan,
  reading: OpeningsReading,
  patientBusy: Interval[],
  around: LookAround,
): Offered[] {
  const { settings, now, withinDays, isOffered } = around
  const time = toInterval(appointment)
  const window = { start: time.start - withinDays * DAY, end: time.start + withinDays * DAY }
  const near = reading.occurrences.filter(
    (occurrence) =>
      occurrence.start < window.end && occurrence.end > window.start && isOffered(occurrence),
  )
  const day = toClinicDate(time.start, settings.CLINIC_TIME_ZONE)
  const isOwn = ({ staffId }: { staffId: number }) => staffId === appointment.staff.id
  const isAway = appointment.reasons.includes('outside_hours')
  const ofDay = near.filter(
    (one) => isAway && isOwn(one) && toClinicDate(one.start, settings.CLINIC_TIME_ZONE) === day,
  )
  // A clinician who is away all day is perhaps away longer.
  const others = near.filter((one) =>
    isAway && ofDay.length === 0 ? !isOwn(one) : !ofDay.includes(one),
  )
  // It gives its own time back.
  const occupied = reading.occupied.filter(
    ({ staffId, start }) => staffId !== appointment.staff.id || start !== time.start,
  )
  const rules: BookingRules = {
    ...bookingRules(settings, reading, now),
    duration: appointment.duration,
    patientBusy,
  }
  const offer = (occurrences: OpeningsReading['occurrences'], withAbsentClinician: boolean) =>
    rankAlternatives(appointment, withBusyTimes({ occurrences, occupied }), rules, window).map(
      (opening) => ({ ...opening, withAbsentClinician }),
    )
  return [...offer(others, false), ...offer(ofDay, true)]
}

type Offered = Opening & { withAbsentClinician: boolean }

async function readNames(
  executor: Executor,
  openings: readonly Opening[],
): Promise<(opening: Offered) => Alternative> {
  const toIds = (key: 'staffId' | 'roomId') => [...new Set(openings.map((one) => one[key]))]
  const [staff, rooms] = [toIds('staffId'), toIds('roomId')]
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
  const nameById = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const roomById = new Map(roomRows.map((row) => [row.id, row]))
  return ({ start, duration, staffId, roomId, siteId, withAbsentClinician }) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + duration * 60_000).toISOString(),
    staff_id: staffId,
    staff_name: nameById.get(staffId) ?? '',
    room_id: roomId,
    room_name: roomById.get(roomId)?.name ?? '',
    site_id: siteId,
    site_name: roomById.get(roomId)?.site_name ?? '',
    with_absent_clinician: withAbsentClinician,
  })
}
