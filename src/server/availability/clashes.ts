import { sql } from 'kysely'
import type { AvailabilityPreview } from '#lib/contract/availabilities.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { formatPlainDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { overlaps } from '#lib/scheduling/intervals.ts'
import type { Occurrence } from '#lib/scheduling/recurrence.ts'
import type { Executor } from '../database/connection.ts'
import type { AvailabilityLocation } from './availability-rows.ts'

type OccurrenceClash = AvailabilityPreview['clashes'][number]

const MOST_CLASHES = 20

export async function findClashes(
  executor: Executor,
  { staffId, roomId }: AvailabilityLocation,
  added: readonly Occurrence[],
  instead: { availabilityId: number; removed: readonly Occurrence[] } | null,
  zone: string,
): Promise<OccurrenceClash[]> {
  const [first, last] = [added[0], added.at(-1)]
  if (!first || !last) return []
  const replaced = instead?.removed.map(({ start }) => new Date(start)) ?? []
  const there = await executor
    .selectFrom('availability_occurrence as occurrence')
    .innerJoin('staff', 'staff.id', 'occurrence.staff_id')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .innerJoin('room', 'room.id', 'occurrence.room_id')
    .innerJoin('site', 'site.id', 'room.site_id')
    .where((row) =>
      row.or([row('occurrence.staff_id', '=', staffId), row('occurrence.room_id', '=', roomId)]),
    )
    .where(
      sql<boolean>`occurrence.during && tstzrange(${new Date(first.start)}, ${new Date(last.end)})`,
    )
    .where(
      sql<boolean>`not (occurrence.availability_id = ${instead?.availabilityId ?? 0}
        and occurrence.starts_at = any(${replaced}))`,
    )
    .select([
      'occurrence.availability_id',
      'occurrence.staff_id',
      'occurrence.date',
      'occurrence.starts_at',
      'occurrence.ends_at',
      'person.full_name as staff_name',
      'room.name as room_name',
      'site.name as site_name',
    ])
    .$narrowType<{ date: string }>()
    .orderBy('occurrence.starts_at')
    .orderBy('occurrence.id')
    .execute()
  return there
    .filter(({ starts_at, ends_at }) => {
      const taken = { start: starts_at.getTime(), end: ends_at.getTime() }
      return added.some((occurrence) => overlaps(occurrence, taken))
    })
    .slice(0, MOST_CLASHES)
    .map((row) => {
      const isOwn = row.staff_id === staffId
      const when = `on ${formatPlainDate(row.date)}, ${formatTimeRange(row.starts_at, row.ends_at, zone)}`
      const where = `${row.room_name}, ${row.site_name}`
      return {
        with: isOwn ? 'clinician' : 'room',
        date: row.date,
        start: row.starts_at.toISOString(),
        end: row.ends_at.toISOString(),
        availability_id: row.availability_id,
        staff_name: row.staff_name,
        room_name: row.room_name,
        detail: isOwn
          ? `${row.staff_name} already works ${when}, in ${where}`
          : `${where} is taken ${when}, by ${row.staff_name}`,
      }
    })
}

export function clashErrors(clashes: readonly OccurrenceClash[]): FieldErrors | null {
  const messages = (of: OccurrenceClash['with']) =>
    clashes.filter((clash) => clash.with === of).map(({ detail }) => detail)
  const [clinician, room] = [messages('clinician'), messages('room')]
  if (clinician.length + room.length === 0) return null
  return {
    ...(clinician.length > 0 && { staff: shortened(clinician) }),
    ...(room.length > 0 && { room: shortened(room) }),
  }
}

const shortened = (messages: string[]) =>
  messages.length > 3 ? [...messages.slice(0, 3), 'There are more days like these'] : messages
