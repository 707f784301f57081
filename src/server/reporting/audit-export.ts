import { actionInWords, auditRoles, subjectInWords } from '#lib/audit-actions.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { dateOf } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type CsvColumns, csv } from '../resources/csv.ts'
import { type AuditFilters, matchingEvents, type NamedEvent, named } from './audit-filters.ts'
import { auditExported } from './audit-reading.ts'

/** More lines than a spreadsheet is pleasant with; the contract promises this number. */
const MOST_LINES = 100_000
const BATCH = 1_000

type Line = NamedEvent & { wallTime: string }

const columns: CsvColumns<Line> = {
  Line: (line) => line.sequence,
  'Time (UTC)': (line) => line.at,
  'Time at the clinic': (line) => line.wallTime,
  'Done by': (line) => line.actor_name,
  'Done by (person number)': (line) => line.actor_id,
  'Acting as': (line) => auditRoles[line.actor_role],
  'What happened': (line) => actionInWords(line.action),
  Action: (line) => line.action,
  Record: (line) => subjectInWords(line.subject_type, line.subject_id),
  Patient: (line) => line.patient_name,
  'Patient (person number)': (line) => line.patient_id,
  Change: (line) => JSON.stringify(line.change),
  Source: (line) => line.source,
  Request: (line) => line.request_id,
}

/**
 * The lines that are wanted as CSV, newest first, as they stand now: what is written meanwhile, this
 * download's own line included, is not in it. Where there are more than 100,000 the last line of the
 * file says so.
 */
export async function exportAuditEvents(
  call: SignedInCall,
  filters: AuditFilters,
): Promise<FileAnswer> {
  const { db, settings, now } = call.services
  const zone = settings.CLINIC_TIME_ZONE
  const { upTo, lines } = await db.transaction().execute(async (tx) => {
    const newest = await newestLine(tx)
    const found = await countUpTo(tx, matchingEvents(tx, filters, newest, zone), MOST_LINES + 1)
    await auditExported(tx, call, filters, Math.min(found, MOST_LINES))
    return { upTo: newest, lines: found }
  })
  const cut =
    lines > MOST_LINES
      ? `Cut after ${MOST_LINES.toLocaleString('en-GB')} lines: older ones are missing. Ask for fewer days.`
      : ''
  return {
    name: `audit-trail-${dateOf(now(), zone)}.csv`,
    content: csv(columns, batches(db, filters, upTo, zone), cut),
  }
}

async function newestLine(executor: Executor): Promise<number> {
  const { newest } = await executor
    .selectFrom('audit_event')
    .select((row) => row.fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** How many lines there are, without counting further than is worth knowing. */
async function countUpTo(
  executor: Executor,
  events: ReturnType<typeof matchingEvents>,
  most: number,
): Promise<number> {
  const { count } = await executor
    .selectFrom(events.select('event.sequence').limit(most).as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Each batch is a statement of its own: a slow reader holds no connection. */
async function* batches(
  executor: Executor,
  filters: AuditFilters,
  upTo: number,
  zone: string,
): AsyncGenerator<Line[]> {
  // Swedish writes dates and times as ISO 8601 does.
  const wallTime = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  let next = upTo
  for (let left = MOST_LINES; left > 0; left -= BATCH) {
    const rows = await named(matchingEvents(executor, filters, next, zone))
      .orderBy('event.sequence', 'desc')
      .limit(Math.min(BATCH, left))
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({ ...row, wallTime: wallTime.format(row.at) }))
    if (rows.length < BATCH) return
    next = last.sequence - 1
  }
}
