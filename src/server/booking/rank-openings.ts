import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { Occupied } from './read-openings.ts'

type Ranked = Pick<Opening, 'staffId' | 'occurrenceId'> & { isTypeNotOffered?: boolean }

/** Types offered first, then the clinician with the fewest appointments that clinic day. */
export function rankOpenings<Each extends Ranked>(
  openings: readonly Each[],
  occupied: readonly Occupied[],
  day: Interval,
): Each[] {
  const load = new Map<number, number>()
  for (const { staffId, start } of occupied) {
    if (start >= day.start && start < day.end) load.set(staffId, (load.get(staffId) ?? 0) + 1)
  }
  const findLoad = ({ staffId }: Each) => load.get(staffId) ?? 0
  return openings.toSorted(
    (a, b) =>
      Number(a.isTypeNotOffered ?? false) - Number(b.isTypeNotOffered ?? false) ||
      findLoad(a) - findLoad(b) ||
      a.occurrenceId - b.occurrenceId,
  )
}
