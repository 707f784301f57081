import { type InferResult, sql } from 'kysely'
import type { MessageListRow } from '#lib/contract/admin/messages.ts'
import { can } from '#lib/policy/policy.ts'
import type { Columns, Rows, StoreParts } from '../admin/store.ts'
import { auditByViewer } from '../audit/audit.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { byOutboxState, isEndedUnsent, tryRowAgain } from '../jobs/outbox.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { isNamed } from '../resources/search-words.ts'

/**
 * Leaves out those about other clinicians' appointments. Who may see messages, but no appointments,
 * reads nothing of them.
 */
function listMessages(executor: Executor, { viewer }: SignedInCall) {
  const onlyStaffId = onlyStaffIdFor(viewer)
  const sees = can(viewer, 'appointment.see', { staffId: viewer.staffId })
  return executor
    .selectFrom('message')
    .leftJoin('appointment', 'appointment.id', 'message.appointment_id')
    .leftJoin('appointment_type as type', (join) =>
      join
        .onRef('type.id', '=', 'appointment.appointment_type_id')
        .on(sql<boolean>`${sees}::boolean`),
    )
    .leftJoin('site', (join) =>
      join.onRef('site.id', '=', 'appointment.site_id').on(sql<boolean>`${sees}::boolean`),
    )
    .innerJoin('person as patient', 'patient.id', 'message.patient_id')
    .select(['message.id', 'message.created', 'message.sent', 'message.event', 'message.state'])
    .select('message.channel')
    .select(['message.recipient', 'message.note', 'message.template', 'message.appointment_id'])
    .select(sql<Date | null>`case when ${sees} then appointment.starts_at end`.as('start'))
    .select(['message.patient_id', 'patient.full_name as patient_name'])
    .select(['type.name as type_name', 'site.id as site_id', 'site.name as site_name'])
    .$if(onlyStaffId !== null, (rows) =>
      rows.where((row) =>
        row.or([row('appointment.id', 'is', null), row('appointment.staff_id', '=', onlyStaffId)]),
      ),
    )
}

type Row = InferResult<ReturnType<typeof listMessages>>[number]

const presentMessage = (row: Row): MessageListRow => ({
  id: row.id,
  created: row.created.toISOString(),
  sent: row.sent?.toISOString() ?? null,
  event: row.event as MessageListRow['event'],
  channel: row.channel as MessageListRow['channel'],
  state: row.state === 'sending' ? 'waiting' : (row.state as MessageListRow['state']),
  patient_id: row.patient_id,
  patient_name: row.patient_name,
  recipient: row.recipient,
  note: row.state === 'sent' ? '' : row.note,
  template: row.template,
  appointment_id: row.appointment_id,
  start: row.start?.toISOString() ?? null,
  type_name: row.type_name ?? '',
  site_id: row.site_id,
  site_name: row.site_name ?? '',
})

export const messageStore: StoreParts = {
  table: 'message',
  read: {
    rows: (executor, call) => listMessages(executor, call) as Rows,
    present: (row) => presentMessage(row as unknown as Row) as unknown as Columns,
  },
  list: {
    isLong: true,
    filters: { state: byOutboxState },
    // Finds the patients first, because they are fewer than their messages.
    search: async (rows, text) => {
      const theirs = sql<boolean>`patient_id = any(array(select id from person where ${isNamed(text)}))`
      return { rows: rows.where(theirs), named: undefined }
    },
    auditRead: (call, view, rows) =>
      auditReads(call.services.db, call, {
        action: 'message.listed',
        subjectType: 'message',
        view,
        patientIds: rows.map(({ patient_id }) => patient_id as number | null),
      }),
  },
}

/**
 * Lets a message that failed, or may not have been sent, be tried at once; the job looks first whether it still applies.
 * @throws Refusal `not_found`; `conflict` for another.
 */
export async function tryMessageAgain(call: SignedInCall, id: number): Promise<MessageListRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const message = listMessages(tx, call).where('message.id', '=', id)
    const before = await message
      .forUpdate('message')
      .executeTakeFirstOrThrow(() => notFound('This message'))
    if (!isEndedUnsent(before.state)) {
      throw new Refusal('conflict', 'You can only try again if a message failed.')
    }
    await tryRowAgain(tx, 'message', id)
    await auditByViewer(tx, call, {
      action: 'message.retried',
      subjectType: 'message',
      subjectId: id,
      patientId: before.patient_id,
    })
    return presentMessage(await message.executeTakeFirstOrThrow())
  })
}
