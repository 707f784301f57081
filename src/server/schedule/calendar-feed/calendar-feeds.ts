import {
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { sql } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { CalendarFeed } from '#lib/contract/calendar-feeds.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { unlinked } from '#lib/contract/unlinked-text.ts'
import { recordPage } from '#lib/page/record-page.ts'
import { audit, auditByViewer } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { Call, Handlers, SignedInCall } from '../../http/implement.ts'
import { heldPermissions } from '../../identity/held-permissions.ts'
import { isWorkingHere } from '../../identity/is-working-here.ts'
import { newToken, tokenHash } from '../../identity/token.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'

export const calendarFeedRoutes = {
  'GET admin/calendar-feed/': async (_request, call) => {
    const feed = await call.services.db
      .selectFrom('calendar_feed')
      .selectAll()
      .where('staff_id', '=', requireClinician(call))
      .executeTakeFirst()
    return { ...shownIn(call), feed: feed ? present(feed) : null }
  },
  'POST admin/calendar-feed/': (_request, call) => makeFeed(call),
  'DELETE admin/calendar-feed/': (_request, call) => endFeed(call),
  'GET public/calendar-feeds/{token}/schedule.ics': ({ params }, call) =>
    readCalendarFeed(call, params.token),
} satisfies Handlers

async function makeFeed(call: SignedInCall) {
  const { db, settings } = call.services
  const staffId = requireClinician(call)
  const token = newToken()
  const made = { token_hash: tokenHash(token), created: sql<Date>`now()`, last_read: null }
  const feed = await db.transaction().execute(async (tx) => {
    await recorded(tx, call, 'schedule.feed_made')
    return await tx
      .insertInto('calendar_feed')
      .values({ staff_id: staffId, ...made })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(made))
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  const address = `${settings.publicUrl}/api/public/calendar-feeds/${token}/schedule.ics`
  return { ...shownIn(call), feed: present(feed), address }
}

async function endFeed(call: SignedInCall): Promise<void> {
  const staffId = requireClinician(call)
  await call.services.db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('calendar_feed')
      .where('staff_id', '=', staffId)
      .returning('staff_id')
      .executeTakeFirst()
    if (ended) await recorded(tx, call, 'schedule.feed_ended')
  })
}

function requireClinician({ viewer }: SignedInCall): number {
  if (viewer.staffId !== null) return viewer.staffId
  throw new Refusal('not_allowed', 'Only clinicians have a schedule of their own.')
}

const recorded = (tx: Executor, call: SignedInCall, action: AuditAction) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'staff',
    subjectId: requireClinician(call),
    patientId: null,
  })

const shownIn = ({ services }: SignedInCall) => ({
  shows_names: services.settings.CALENDAR_FEED_NAMES,
})

const present = (feed: { created: Date; last_read: Date | null }): CalendarFeed => ({
  created: feed.created.toISOString(),
  last_read: feed.last_read?.toISOString() ?? null,
})

const DAYS = { back: 30, ahead: 366 }
/** Programs are asked to wait so long, and a reading is noted as exactly. */
const READ_EVERY_MINUTES = 10
const NEEDED: Permission = 'clinic.view_appointment'

/**
 * Whoever has the address reads it, as long as its clinician works here and may see their schedule.
 * @throws Refusal `not_found`.
 */
async function readCalendarFeed(call: Call, token: string): Promise<FileAnswer> {
  const { db, settings, now } = call.services
  const feed = await findFeed(db, token)
  if (!feed) throw notFound('This calendar')
  const rows = await selectAppointments(db, feed.staff_id, now())
  const showsNames = settings.CALENDAR_FEED_NAMES
  if (feed.is_news) {
    await db
      .updateTable('calendar_feed')
      .set({ last_read: new Date(now()) })
      .where('staff_id', '=', feed.staff_id)
      .execute()
    await auditRead(db, call, feed, { rows, showsNames })
  }
  const calendar = new ICalCalendar({
    prodId: { company: settings.PRODUCT_NAME, product: 'Schedule', language: 'EN' },
    name: `${settings.PRODUCT_NAME}: ${feed.full_name}`,
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_EVERY_MINUTES * 60,
  })
  const host = new URL(settings.publicUrl).hostname
  for (const row of rows) {
    // Whoever looks over a shoulder is not told of a hidden service.
    const service = row.type_hidden ? 'Appointment' : row.type_name
    const page = settings.publicUrl + recordPage({ appointment_id: row.id, patient_id: 0 })
    calendar.createEvent({
      id: `schedule-${row.id}@${host}`,
      sequence: row.version - 1,
      stamp: row.modified,
      created: row.created,
      lastModified: row.modified,
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
      class: ICalEventClass.PRIVATE,
      start: row.starts_at,
      end: row.ends_at,
      summary: showsNames ? `${service}, ${unlinked(row.patient_name)}` : service,
      location: `${row.room_name}, ${row.site_name}`,
      description: `Reference: ${row.reference}\nOpen the record: ${page}`,
      url: page,
    })
  }
  const text = `${calendar.toString()}\r\n`
  return {
    name: 'schedule.ics',
    content: (async function* () {
      yield text
    })(),
  }
}

const findFeed = (db: Executor, token: string) =>
  db
    .selectFrom('calendar_feed as feed')
    .innerJoin('staff', 'staff.id', 'feed.staff_id')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .where('feed.token_hash', '=', tokenHash(token))
    .where(isWorkingHere)
    .where(sql<boolean>`(person.is_superuser or ${NEEDED} = any(${heldPermissions}))`)
    .select([
      'feed.staff_id',
      'person.full_name',
      sql<boolean>`coalesce(
        feed.last_read < now() - make_interval(mins => ${READ_EVERY_MINUTES}), true)`.as('is_news'),
    ])
    .executeTakeFirst()

type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>

const selectAppointments = (db: Executor, staffId: number, now: number) =>
  db
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('room', 'room.id', 'appointment.room_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .where('appointment.staff_id', '=', staffId)
    .where('appointment.status', 'in', ['booked', 'completed', 'did_not_attend'])
    .where(
      'starts_at',
      '>',
      sql<Date>`${new Date(now)}::timestamptz - make_interval(days => ${DAYS.back})`,
    )
    .where(
      'starts_at',
      '<',
      sql<Date>`${new Date(now)}::timestamptz + make_interval(days => ${DAYS.ahead})`,
    )
    .select([
      'appointment.id',
      'appointment.reference',
      'appointment.version',
      'appointment.patient_id',
    ])
    .select(['appointment.created', 'appointment.modified', 'starts_at', 'ends_at'])
    .select(['type.name as type_name', 'type.hidden as type_hidden'])
    .select([
      'room.name as room_name',
      'site.name as site_name',
      'patient.full_name as patient_name',
    ])
    .orderBy('starts_at')
    .execute()

/** Names left the clinic. The reader is not known, only whose address it was. */
async function auditRead(
  db: Executor,
  call: Call,
  { staff_id }: Feed,
  { rows, showsNames }: { rows: readonly { patient_id: number | null }[]; showsNames: boolean },
): Promise<void> {
  const patientIds = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))]
  await audit(db, call, {
    actor: { id: null, role: 'visitor' },
    action: 'schedule.feed_read',
    subjectType: 'staff',
    subjectId: staff_id,
    patientId: null,
    patientIds: patientIds.toSorted((one, other) => one - other),
    change: { names: showsNames },
  })
}
