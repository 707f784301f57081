import { sql } from 'kysely'
import { formatTimeRange } from '#lib/format-date-time.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { Busy, Opening } from '#lib/scheduling/rule-violations.ts'
import type { Executor } from '../database/connection.ts'

/** Nothing on the calendar is longer: an overnight occurrence in a 25-hour night, with room to spare. */
const LONGEST_MS = 26 * 3_600_000

export type PlaceQuery = {
  typeId: number
  /** Epoch milliseconds. */
  time: Interval
  /** The clinic day of the start: whoever has fewer appointments on it comes first. */
  day: Interval
  required: number[]
  staffId?: number | undefined
  roomId?: number | undefined
  siteId?: number | undefined
  seesHiddenSites: boolean
  /** Where an appointment is that is to be moved: it may stay there, hidden or not. */
  keptSiteId?: number | undefined
  patientId?: number | undefined
  /** An appointment that does not stand in its own way. */
  exceptId?: number | undefined
  zone: string
  /** Whether the patient of a clinician's (staff id) appointment may be named. */
  mayName: (staffId: number) => boolean
}

/** Openings that hold the whole time, the best choice first, and what decides about each. */
export type PlaceCalendar = {
  openings: Opening[]
  patientBusy: Busy[]
  competencies: Map<number, HeldCompetency[]>
  competencyNames: Map<number, string>
}

/** All that decides whether those who work here can book a time, offered or not, and why not. */
export async function readPlaceCalendar(
  executor: Executor,
  query: PlaceQuery,
): Promise<PlaceCalendar> {
  const openings = await readOpenings(executor, query)
  const taken = await readTaken(executor, query, openings)
  const staffIds = openings.map(({ staffId }) => staffId)
  const held = await readHeld(executor, query.required, staffIds)
  return {
    openings: openings.map((opening) => ({ ...opening, busy: busyFor(opening, taken, query) })),
    patientBusy: taken
      .filter(({ patientId }) => patientId !== null && patientId === query.patientId)
      .map((row) => ({ ...row.time, what: described(row, query, 'another appointment') })),
    ...held,
  }
}

async function readOpenings(executor: Executor, query: PlaceQuery) {
  const { time, day, staffId, roomId, siteId, typeId, seesHiddenSites, keptSiteId = 0 } = query
  const rows = await executor
    .selectFrom('availability_occurrence as occurrence')
    .innerJoin('room', 'room.id', 'occurrence.room_id')
    .innerJoin('site', 'site.id', 'room.site_id')
    .innerJoin('staff', 'staff.id', 'occurrence.staff_id')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .where('occurrence.starts_at', '>', new Date(time.start - LONGEST_MS))
    .where('occurrence.starts_at', '<=', new Date(time.start))
    .where('occurrence.ends_at', '>=', new Date(time.end))
    .$if(staffId !== undefined, (q) => q.where('occurrence.staff_id', '=', staffId ?? 0))
    .$if(roomId !== undefined, (q) => q.where('occurrence.room_id', '=', roomId ?? 0))
    .$if(siteId !== undefined, (q) => q.where('room.site_id', '=', siteId ?? 0))
    .$if(!seesHiddenSites, (q) =>
      q.where((row) => row.or([row('site.hidden', '=', false), row('site.id', '=', keptSiteId)])),
    )
    .select([
      'occurrence.id as occurrenceId',
      'occurrence.availability_id as availabilityId',
      'occurrence.staff_id as staffId',
      'occurrence.room_id as roomId',
      'room.site_id as siteId',
      'occurrence.starts_at',
      'occurrence.ends_at',
      sql<boolean>`not (staff.is_active and not staff.is_deleted and person.is_active)`.as(
        'isStaffInactive',
      ),
      sql<boolean>`not room.is_active`.as('isRoomWithdrawn'),
      sql<boolean>`not exists (select from availability_appointment_type as offered
        where offered.availability_id = occurrence.availability_id
          and offered.appointment_type_id = ${typeId})`.as('isTypeNotOffered'),
    ])
    .orderBy('isTypeNotOffered')
    .orderBy(
      sql`(select count(*) from appointment
        where appointment.staff_id = occurrence.staff_id and status <> 'cancelled'
          and (hold_expires_at is null or hold_expires_at > now())
          and appointment.starts_at >= ${new Date(day.start)}
          and appointment.starts_at < ${new Date(day.end)})`,
    )
    .orderBy('occurrence.id')
    .execute()
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    start: starts_at.getTime(),
    end: ends_at.getTime(),
  }))
}

type Taken = Awaited<ReturnType<typeof readTaken>>[number]

async function readTaken(
  executor: Executor,
  { time, patientId, exceptId }: PlaceQuery,
  openings: { staffId: number; roomId: number }[],
) {
  const staffIds = openings.map(({ staffId }) => staffId)
  const roomIds = openings.map(({ roomId }) => roomId)
  const rows = await executor
    .selectFrom('appointment')
    .leftJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .where('appointment.status', '<>', 'cancelled')
    .where(
      sql<boolean>`appointment.during && tstzrange(${new Date(time.start)}, ${new Date(time.end)})`,
    )
    .where(sql<boolean>`(hold_expires_at is null or hold_expires_at > now())`)
    .$if(exceptId !== undefined, (q) => q.where('appointment.id', '<>', exceptId ?? 0))
    .where(
      sql<boolean>`(appointment.staff_id = any(${staffIds}::integer[])
        or appointment.room_id = any(${roomIds}::integer[])
        or appointment.patient_id = ${patientId ?? null}::integer)`,
    )
    .select([
      'appointment.staff_id as staffId',
      'appointment.room_id as roomId',
      'appointment.patient_id as patientId',
      'appointment.starts_at',
      'appointment.ends_at',
      'patient.full_name as patientName',
    ])
    .orderBy('appointment.starts_at')
    .execute()
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    time: { start: starts_at.getTime(), end: ends_at.getTime() },
  }))
}

function busyFor(
  opening: { staffId: number; roomId: number },
  taken: Taken[],
  query: PlaceQuery,
): Busy[] {
  return taken.flatMap((row): Busy[] => {
    const by = row.staffId === opening.staffId ? 'clinician' : 'room'
    if (by === 'room' && row.roomId !== opening.roomId) return []
    const what = row.patientId === null ? 'a time on hold' : 'an appointment'
    return [{ ...row.time, by, what: described(row, query, what) }]
  })
}

/** "an appointment for Ada Guest from 9:30am to 10am"; without the name for who may not see it. */
function described(row: Taken, { zone, mayName }: PlaceQuery, what: string): string {
  const isNamed = row.patientName !== null && mayName(row.staffId) && what === 'an appointment'
  const scope = isNamed ? ` for ${row.patientName}` : ''
  return `${what}${scope} from ${formatTimeRange(row.time.start, row.time.end, zone)}`
}

async function readHeld(executor: Executor, required: number[], staffIds: number[]) {
  const competencies = new Map<number, HeldCompetency[]>()
  const competencyNames = new Map<number, string>()
  if (required.length === 0) return { competencies, competencyNames }
  const named = await executor
    .selectFrom('competency')
    .where('id', 'in', required)
    .select(['id', 'name'])
    .execute()
  for (const { id, name } of named) competencyNames.set(id, name)
  const rows = await executor
    .selectFrom('staff_competency')
    .where('competency_id', 'in', required)
    .where(sql<boolean>`staff_id = any(${staffIds}::integer[])`)
    .select(['staff_id', 'competency_id', 'issued_at', 'expires_at'])
    .execute()
  for (const row of rows) {
    const ofStaff = competencies.get(row.staff_id) ?? []
    ofStaff.push({
      competencyId: row.competency_id,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
    })
    competencies.set(row.staff_id, ofStaff)
  }
  return { competencies, competencyNames }
}
