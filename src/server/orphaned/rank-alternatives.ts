import { listSlots, type Opening, openingsAt } from '#lib/scheduling/bookability.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import type { Orphan } from './find-orphaned.ts'

const MOST_ALTERNATIVES = 8
const KEPT_FOR_ELSEWHERE = 2

/** Its own branch first; there its own time with others, then later times, then earlier ones. */
export function rankAlternatives(
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
