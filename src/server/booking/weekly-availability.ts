import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { addDays, mondayBefore } from '#lib/dates/format-date-time.ts'
import { groupByDay, listSlots, type SiteSlot } from '#lib/scheduling/bookability.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { isUnlocked, visibilityOfBooked, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Call } from '../http/implement.ts'
import { tokenHash } from '../identity/token.ts'
import type { Finder } from '../own-appointments/own-appointment.ts'
import { bookingRules } from './booking-rules.ts'
import type { OpeningsQuery } from './openings-statement.ts'
import { patientBusy, readOpenings, withBusyTimes } from './read-openings.ts'
import { isReservedForWaiting } from './reserved-for-waiting.ts'

const DAYS_IN_WEEK = 7
const DAYS_PER_SEARCH = 28

type Query = { week?: string | undefined; site?: string | undefined; key?: string | undefined }

export async function weeklyAvailability(
  call: Call,
  query: Query & { appointment_type_slug: string },
): Promise<WeeklyAvailability> {
  return await readWeek(call, query, {
    type: { slug: query.appointment_type_slug },
    sees: visibilityOfVisitor(isUnlocked(call.services.settings, query.key)),
  })
}

/**
 * Slots to which a patient can reschedule, also of a hidden service or site. Leaves out times at
 * which the patient is taken, unless the caller may not learn of it.
 * @throws as the finder does.
 */
export async function slotsToRescheduleTo(
  call: Call,
  own: Finder,
  id: number,
  query: Query,
): Promise<WeeklyAvailability> {
  const { db, settings } = call.services
  const row = await own.find(db, id)
  return await readWeek(call, query, {
    type: { id: row.appointment_type_id },
    sees: visibilityOfBooked(settings, query.key),
    reservedSiteId: row.site_id,
    exceptId: id,
    duration: row.duration,
    ...(row.seesOthers && row.patient_id !== null && { patientId: row.patient_id }),
  })
}

type Kind = Pick<OpeningsQuery, 'type' | 'sees' | 'reservedSiteId' | 'exceptId'> & {
  duration?: number
  patientId?: number
}

async function readWeek(
  call: Call,
  query: Query,
  { duration, patientId, ...kind }: Kind,
): Promise<WeeklyAvailability> {
  const { db, settings, now } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const instant = now()
  const today = toClinicDate(instant, zone)
  const weekStart = mondayBefore(query.week ?? today)
  const holdToken = call.headers['Slot-Hold-Token']
  const look = async (firstDate: string, days: number) => {
    const window = {
      start: startOfDay(firstDate, zone),
      end: startOfDay(addDays(firstDate, days), zone),
    }
    const reading = await readOpenings(db, {
      ...kind,
      window,
      siteSlug: query.site,
      ownHold: holdToken ? tokenHash(holdToken) : null,
      isKept: isReservedForWaiting(call.services),
    })
    const usual = bookingRules(settings, reading, instant)
    const rules = {
      ...usual,
      duration: duration ?? usual.duration,
      patientBusy: await patientBusy(db, patientId, window, kind.exceptId),
    }
    return { reading, slots: listSlots(withBusyTimes(reading), rules, window) }
  }

  const { reading, slots } = await look(weekStart, DAYS_IN_WEEK)
  const { type } = reading
  const nextWeek = addDays(weekStart, DAYS_IN_WEEK)
  const next =
    slots[0] ??
    (await firstSlotAfter({
      firstDate: latest(nextWeek, today),
      lastDate: type.disabled ? '' : addDays(today, settings.BOOKING_HORIZON_DAYS),
      look,
    }))
  const siteById = new Map(reading.sites.map((site) => [site.id, site]))
  const toIso = isoWriter()
  return {
    appointment_type: { id: type.id, slug: type.slug, name: type.name, duration: type.duration },
    time_zone: zone,
    week_start: weekStart,
    week_end: addDays(weekStart, DAYS_IN_WEEK - 1),
    next_available: next ? toClinicDate(next.start, zone) : null,
    days: groupByDay(slots, weekStart, DAYS_IN_WEEK, zone).map((day) => ({
      date: day.date,
      slots: day.slots.flatMap((slot) => {
        const site = siteById.get(slot.siteId)
        if (!site) return []
        const { start, end, remaining } = slot
        return [{ start: toIso(start), end: toIso(end), site, remaining }]
      }),
    })),
  }
}

/** ISO dates compare as text. */
const latest = (...dates: string[]) => dates.toSorted().at(-1) ?? ''

async function firstSlotAfter(search: {
  firstDate: string
  lastDate: string
  look: (firstDate: string, days: number) => Promise<{ slots: SiteSlot[] }>
}): Promise<SiteSlot | undefined> {
  for (
    let from = search.firstDate;
    from <= search.lastDate;
    from = addDays(from, DAYS_PER_SEARCH)
  ) {
    const { slots } = await search.look(from, DAYS_PER_SEARCH)
    if (slots[0]) return slots[0]
  }
  return undefined
}

// Sites share most times, and formatting an instant takes longer than finding its slot.
function isoWriter(): (instant: number) => string {
  const written = new Map<number, string>()
  return (instant) => {
    const iso = written.get(instant) ?? new Date(instant).toISOString()
    written.set(instant, iso)
    return iso
  }
}
