import type { WeeklyAvailability } from '#lib/contract/booking.ts'
import { groupByDay, listSlots, type Slot } from '#lib/scheduling/bookability.ts'
import { addDays, dateOf, mondayOf, startOfDay } from '#lib/scheduling/clinic-time.ts'
import { isUnlocked } from '../catalogue/visibility.ts'
import type { Call } from '../http/implement.ts'
import { tokenHash } from '../identity/token.ts'
import { bookableType } from './bookable-type.ts'
import { bookingRules } from './booking-rules.ts'
import { openingsOf, readCalendar } from './openings.ts'

const DAYS_IN_WEEK = 7
/** How far one look ahead reaches while searching for the next free day. */
const DAYS_PER_SEARCH = 28

type Question = {
  appointment_type_slug: string
  week?: string | undefined
  site?: string | undefined
  key?: string | undefined
}

/** What can be booked in the week that holds the day asked for, and the next free day from there. */
export async function weeklyAvailability(
  call: Call,
  question: Question,
): Promise<WeeklyAvailability> {
  const { db, settings, now } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const unlocked = isUnlocked(settings, question.key)
  const type = await bookableType(db, { slug: question.appointment_type_slug }, unlocked)
  const instant = now()
  const today = dateOf(instant, zone)
  const weekStart = mondayOf(question.week ?? today)
  const holdToken = call.headers['Slot-Hold-Token']
  const slotsBetween = async (firstDate: string, days: number): Promise<Slot[]> => {
    if (type.disabled) return []
    const window = {
      start: startOfDay(firstDate, zone),
      end: startOfDay(addDays(firstDate, days), zone),
    }
    const calendar = await readCalendar(db, {
      appointmentTypeId: type.id,
      unlocked,
      window,
      siteSlug: question.site,
      ownHold: holdToken ? tokenHash(holdToken) : null,
    })
    return listSlots(openingsOf(calendar), bookingRules(settings, type, calendar, instant), window)
  }

  const [slots, sites] = await Promise.all([
    slotsBetween(weekStart, DAYS_IN_WEEK),
    db.selectFrom('site').select(['id', 'slug', 'name']).execute(),
  ])
  const siteById = new Map(sites.map((site) => [site.id, site]))
  const next =
    slots[0] ??
    (await firstSlotAfter({
      firstDate:
        addDays(weekStart, DAYS_IN_WEEK) > today ? addDays(weekStart, DAYS_IN_WEEK) : today,
      lastDate: addDays(today, settings.BOOKING_HORIZON_DAYS),
      slotsBetween,
    }))
  return {
    appointment_type: { id: type.id, slug: type.slug, name: type.name, duration: type.duration },
    time_zone: zone,
    week_start: weekStart,
    week_end: addDays(weekStart, DAYS_IN_WEEK - 1),
    next_available: next ? dateOf(next.start, zone) : null,
    days: groupByDay(slots, weekStart, DAYS_IN_WEEK, zone).map((day) => ({
      date: day.date,
      slots: day.slots.flatMap((slot) => {
        const site = siteById.get(slot.siteId)
        return site ? [presentSlot(slot, site)] : []
      }),
    })),
  }
}

async function firstSlotAfter(search: {
  firstDate: string
  lastDate: string
  slotsBetween: (firstDate: string, days: number) => Promise<Slot[]>
}): Promise<Slot | undefined> {
  // Dates are ISO, so they compare as text.
  for (
    let from = search.firstDate;
    from <= search.lastDate;
    from = addDays(from, DAYS_PER_SEARCH)
  ) {
    const [first] = await search.slotsBetween(from, DAYS_PER_SEARCH)
    if (first) return first
  }
  return undefined
}

function presentSlot(slot: Slot, site: { id: number; slug: string; name: string }) {
  return {
    start: new Date(slot.start).toISOString(),
    end: new Date(slot.end).toISOString(),
    site,
    remaining: slot.remaining,
  }
}
