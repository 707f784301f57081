import { addDays } from '../dates/format-date-time.ts'
import { dayBoundaries, toClinicDate } from './clinic-time.ts'
import { type HeldCompetency, missingCompetencies } from './competence.ts'
import { type Interval, subtract } from './intervals.ts'

/**
 * Looks up when, within `span` (epoch milliseconds), a clinician holds these competencies. Works
 * out each clinician once.
 */
export function competentTimes(
  required: readonly number[],
  competencies: ReadonlyMap<number, readonly HeldCompetency[]>,
  span: Interval,
  zone: string,
): (staffId: number) => readonly Interval[] {
  if (span.start >= span.end) return () => []
  if (required.length === 0) return () => [span]

  const days = listDays(span, zone)
  const known = new Map<number, Interval[]>()
  return (staffId) => {
    let times = known.get(staffId)
    if (!times) {
      const held = competencies.get(staffId) ?? []
      const lacking = days.filter((day) => missingCompetencies(required, held, day.date).length > 0)
      times = subtract(span, lacking)
      known.set(staffId, times)
    }
    return times
  }
}

function listDays(span: Interval, zone: string): (Interval & { date: string })[] {
  const firstDate = toClinicDate(span.start, zone)
  const days = Math.ceil((span.end - span.start) / 86_400_000) + 2
  const boundaries = dayBoundaries(firstDate, days, zone)
  return boundaries.slice(0, -1).map((start, day) => ({
    date: addDays(firstDate, day),
    start,
    end: boundaries[day + 1] ?? span.end,
  }))
}
