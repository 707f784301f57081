import { type InferResult, type RawBuilder, sql } from 'kysely'
import type {
  OrphanedAppointment,
  OrphanReason,
  OrphanRow,
} from '#lib/contract/orphaned-appointments.ts'
import { contains } from '#lib/scheduling/intervals.ts'
import type { Occurrence } from '#lib/scheduling/recurrence.ts'
import type { Executor } from '../database/connection.ts'

export type Orphan = Omit<OrphanedAppointment, 'alternatives' | 'may_cancel'>

/** Appointments to come that are booked, with all that somebody needs to decide about them. */
function bookedRows(executor: Executor, now: number) {
  return executor
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('room', 'room.id', 'appointment.room_id')
    .innerJoin('staff', 'staff.id', 'appointment.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .where('appointment.status', '=', 'booked')
    .where('appointment.starts_at', '>', new Date(now))
    .select([
      'appointment.id',
      'appointment.version',
      'appointment.starts_at',
      'appointment.ends_at',
      'appointment.duration',
      'appointment.staff_id',
      'appointment.room_id',
      'appointment.appointment_type_id as type_id',
      'type.name as type_name',
      'patient.id as patient_id',
      'patient.full_name as patient_name',
      'clinician.full_name as clinician_name',
      'room.name as room_name',
      'site.id as site_id',
      'site.slug as site_slug',
      'site.name as site_name',
    ])
}

type BookedRow = InferResult<ReturnType<typeof bookedRows>>[number]

const orphaned = (row: BookedRow, reasons: OrphanReason[]): Orphan => ({
  id: row.id,
  version: row.version,
  start: row.starts_at.toISOString(),
  end: row.ends_at.toISOString(),
  duration: row.duration,
  appointment_type: { id: row.type_id, name: row.type_name },
  patient: { id: row.patient_id, full_name: row.patient_name },
  staff: { id: row.staff_id, full_name: row.clinician_name },
  room: { id: row.room_id, name: row.room_name },
  site: { id: row.site_id, slug: row.site_slug, name: row.site_name },
  reasons,
})

/** Hours as they were or are to be. */
type Hours = {
  staffId: number
  roomId: number
  typeIds: readonly number[]
  occurrences: readonly Occurrence[]
}

/**
 * Finds the appointments that lose their hours, or their type's place in them, when `before`
 * becomes `after`; those that lay outside before lose nothing. In a transaction the hours of
 * `before` must be deleted already: then nobody can add to them any more.
 */
export async function orphanedByChange(
  executor: Executor,
  before: Hours,
  after: Hours | null,
  now: number,
): Promise<Orphan[]> {
  const [first, last] = [before.occurrences[0], before.occurrences.at(-1)]
  if (!first || !last) return []
  const rows = await bookedRows(executor, now)
    .where('appointment.staff_id', '=', before.staffId)
    .where('appointment.room_id', '=', before.roomId)
    .where('appointment.starts_at', '>=', new Date(first.start))
    .where('appointment.ends_at', '<=', new Date(last.end))
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .execute()
  const isSamePlace = after?.staffId === before.staffId && after.roomId === before.roomId
  const later: Pick<Hours, 'typeIds' | 'occurrences'> = isSamePlace
    ? after
    : { typeIds: [], occurrences: [] }
  return rows.flatMap((row) => {
    const time = { start: row.starts_at.getTime(), end: row.ends_at.getTime() }
    const isIn = (occurrences: readonly Occurrence[]) =>
      occurrences.some((occurrence) => contains(occurrence, time))
    if (!isIn(before.occurrences)) return []
    if (!isIn(later.occurrences)) return [orphaned(row, ['outside_hours'])]
    const isDropped = before.typeIds.includes(row.type_id) && !later.typeIds.includes(row.type_id)
    return isDropped ? [orphaned(row, ['type_not_offered'])] : []
  })
}

type OrphanedQuery = {
  now: number
  zone: string
  from?: number | undefined
  to?: number | undefined
  staffId?: number | undefined
  patientId?: number | undefined
  siteId?: number | undefined
  roomId?: number | undefined
  typeId?: number | undefined
  isKept?: boolean | undefined
  isAsked?: boolean | undefined
  /** It lists only what would be orphaned if these were no longer there. */
  without?: {
    staffId?: number | undefined
    roomId?: number | undefined
    staffCompetencyId?: number | undefined
  }
  page: number
  pageSize: number
}

type Judged = { present: OrphanReason[]; supposed: OrphanReason[] | null }

/** What is orphaned whatever the cause, or what would be more of it without something; by time. */
export async function findOrphaned(
  executor: Executor,
  question: OrphanedQuery,
): Promise<{ count: number; results: (Orphan & Pick<OrphanRow, 'kept' | 'asked'>)[] }> {
  const { without = {}, staffId, patientId, siteId, roomId, typeId } = question
  const { isKept, isAsked, from, to, now, page, pageSize } = question
  const isHypothetical = Object.values(without).some((id) => id !== undefined)
  const present = reasonsSql(question.zone, {})
  const reasons = sql<OrphanReason[]>`${sql.ref(isHypothetical ? 'supposed' : 'present')}`
  const supposed = isHypothetical ? reasonsSql(question.zone, without) : sql`null::text[]`
  const rows = bookedRows(executor, now)
    // Looking at everybody's hours takes longest, so it is done once.
    .crossJoin(
      sql<Judged>`lateral (select ${present} as present, ${supposed} as supposed offset 0)`.as(
        'judged',
      ),
    )
    .$if(staffId !== undefined, (q) => q.where('appointment.staff_id', '=', staffId ?? 0))
    .$if(patientId !== undefined, (q) => q.where('appointment.patient_id', '=', patientId ?? 0))
    .$if(siteId !== undefined, (q) => q.where('appointment.site_id', '=', siteId ?? 0))
    .$if(roomId !== undefined, (q) => q.where('appointment.room_id', '=', roomId ?? 0))
    .$if(typeId !== undefined, (q) => q.where('appointment.appointment_type_id', '=', typeId ?? 0))
    .$if(from !== undefined, (q) => q.where('appointment.starts_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (q) => q.where('appointment.starts_at', '<', new Date(to ?? 0)))
    .leftJoin('appointment_kept as kept', (join) =>
      join
        .onRef('kept.appointment_id', '=', 'appointment.id')
        .onRef('kept.staff_id', '=', 'appointment.staff_id')
        .onRef('kept.room_id', '=', 'appointment.room_id')
        .onRef('kept.starts_at', '=', 'appointment.starts_at')
        .on(sql<boolean>`${reasons} <@ kept.reasons`),
    )
    .leftJoin('person as keeper', 'keeper.id', 'kept.kept_by')
    .$if(isKept !== undefined, (q) =>
      q.where('kept.appointment_id', isKept ? 'is not' : 'is', null),
    )
    .leftJoin('appointment_orphaned as known', (join) =>
      join
        .onRef('known.appointment_id', '=', 'appointment.id')
        .onRef('known.starts_at', '=', 'appointment.starts_at'),
    )
    .$if(isAsked !== undefined, (q) => q.where('known.asked', isAsked ? 'is not' : 'is', null))
    .select(['kept.kept_at', 'keeper.full_name as kept_by', reasons.as('reasons')])
    .select(['known.asked', sql<number>`count(*) over ()`.as('count')])
    .$if(isHypothetical, (q) => q.where(sql<boolean>`not (supposed <@ present)`))
    .$if(!isHypothetical, (q) => q.where(sql<boolean>`cardinality(present) > 0`))
  const results = await rows
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const isPastEnd = results.length === 0 && page > 1
  const { count } = isPastEnd
    ? await findOrphaned(executor, { ...question, page: 1, pageSize: 1 })
    : (results[0] ?? { count: 0 })
  return {
    count,
    results: results.map(({ reasons, kept_at, kept_by, asked, ...row }) => ({
      ...orphaned(row, reasons),
      kept: kept_at && { at: kept_at.toISOString(), by: kept_by ?? '' },
      asked: asked?.toISOString() ?? null,
    })),
  }
}

/**
 * Notes for each appointment that lacks something just now that somebody kept it.
 * @returns the ids of those that do.
 */
export async function recordKeepResolution(
  tx: Executor,
  ids: readonly number[],
  { by, now, zone }: { by: number; now: number; zone: string },
): Promise<number[]> {
  const reasons = reasonsSql(zone, {})
  const rows = await tx
    .insertInto('appointment_kept')
    .columns(['appointment_id', 'staff_id', 'room_id', 'starts_at', 'reasons', 'kept_by'])
    .expression(
      bookedRows(tx, now)
        .where(sql<boolean>`appointment.id = any(${[...ids]}::integer[])`)
        .where(sql<boolean>`cardinality(${reasons}) > 0`)
        .clearSelect()
        .select([
          'appointment.id',
          'appointment.staff_id',
          'appointment.room_id',
          'appointment.starts_at',
          sql<string[]>`${reasons}`.as('reasons'),
          sql<number>`${by}::integer`.as('kept_by'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.column('appointment_id').doUpdateSet((row) => ({
        staff_id: row.ref('excluded.staff_id'),
        room_id: row.ref('excluded.room_id'),
        starts_at: row.ref('excluded.starts_at'),
        reasons: row.ref('excluded.reasons'),
        kept_by: row.ref('excluded.kept_by'),
        kept_at: sql<Date>`now()`,
      })),
    )
    .returning('appointment_id')
    .execute()
  return rows.map(({ appointment_id }) => appointment_id)
}

/** SQL: what a row of `appointment` lacks, as if some records were no longer. */
function reasonsSql(
  zone: string,
  without: NonNullable<OrphanedQuery['without']>,
): RawBuilder<OrphanReason[]> {
  const gone = (column: RawBuilder<unknown>, id: number | undefined) =>
    id === undefined ? sql`true` : sql`${column} <> ${id}`
  const day = sql`(appointment.starts_at at time zone ${zone})::date`
  const hours = sql`availability_occurrence as hours
    where hours.staff_id = appointment.staff_id and hours.room_id = appointment.room_id
      and hours.during @> appointment.during`
  return sql<OrphanReason[]>`array_remove(array[
    case when not exists (select from ${hours}) then 'outside_hours'
      when not exists (select from ${hours} and exists (
        select from availability_appointment_type as offered
        where offered.availability_id = hours.availability_id
          and offered.appointment_type_id = appointment.appointment_type_id))
      then 'type_not_offered' end,
    case when exists (select from appointment_type_competency as required
      where required.appointment_type_id = appointment.appointment_type_id and not exists (
        select from staff_competency as held
        where held.staff_id = appointment.staff_id
          and held.competency_id = required.competency_id
          and held.issued_at <= ${day}
          and (held.expires_at is null or held.expires_at >= ${day})
          and ${gone(sql`held.id`, without.staffCompetencyId)}))
      then 'competency_missing' end,
    case when not (staff.is_active and not staff.is_deleted and clinician.is_active
        and ${gone(sql`staff.id`, without.staffId)})
      then 'staff_inactive' end,
    case when not (room.is_active and ${gone(sql`room.id`, without.roomId)})
      then 'room_withdrawn' end,
    case when type.disabled then 'type_disabled' end,
    case when patient.is_deceased then 'patient_deceased' end
  ], null)`
}
