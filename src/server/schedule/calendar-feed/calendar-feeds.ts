import { sql } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { CalendarFeed } from '#lib/contract/calendar-feeds.ts'
import { auditByViewer } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { Handlers, SignedInCall } from '../../http/implement.ts'
import { newToken, tokenHash } from '../../identity/token.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { readCalendarFeed } from './read-calendar-feed.ts'

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
