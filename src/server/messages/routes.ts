import { sql } from 'kysely'
import type { MessageChannel, MessageEvent } from '#lib/contract/message-events.ts'
import type { MessagePreview, PatientMessage } from '#lib/contract/messages.ts'
import { otherAddresses } from '#lib/messages/other-addresses.ts'
import { textParts } from '#lib/messages/text-parts.ts'
import { appointmentLink, bookLink } from '#lib/own-appointments/appointment-link.ts'
import { can } from '#lib/policy/policy.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { checkMay, onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { readOfPatient } from '../people/read-of-patient.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { messageContext, opensAppointment } from './appointment-message.ts'
import { notifiedAppointments } from './message-rows.ts'
import { tryMessageAgain } from './message-store.ts'
import {
  checkMessageTexts,
  formatTextMessage,
  MessageTemplateError,
  type MessageTexts,
  messageText,
} from './message-text.ts'
import { previewedOffer } from './offer-message.ts'
import { stopReminders } from './stop-reminders.ts'

export const messageRoutes = {
  'POST public/reminders/{stop_code}/stop/': ({ params }, call) =>
    stopReminders(call, params.stop_code),
  'POST admin/messages/{id}/try-again/': ({ params }, call) => tryMessageAgain(call, params.id),
  'POST admin/messagetemplates/preview/': ({ body }, call) => previewMessage(call, body),
} satisfies Handlers

type PreviewRequest = MessageTexts & {
  event: MessageEvent
  channel: MessageChannel
  appointment_id: number
}

/**
 * Nothing is sent, and its link opens nothing by itself.
 * @throws Refusal `invalid` as when it is saved; `not_found`, `not_allowed` for the appointment.
 */
async function previewMessage(
  call: SignedInCall,
  { event, channel, appointment_id: id, ...texts }: PreviewRequest,
): Promise<MessagePreview> {
  await checkMessageTexts(texts)
  const { db, settings } = call.services
  const appointment = await notifiedAppointments(db)
    .where('appointment.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  checkMay(call, 'appointment.see', appointment.staff_id)
  await auditByViewer(db, call, {
    action: 'message.previewed',
    subjectType: 'appointment',
    subjectId: id,
    patientId: appointment.patient_person_id,
  })
  const link = opensAppointment(event)
    ? appointmentLink(settings.publicUrl, id, null)
    : bookLink(settings.publicUrl)
  try {
    const context = {
      ...messageContext(appointment, settings, { link, sentence: '' }),
      ...(event === 'offer' && previewedOffer(call.services)),
    }
    const { host } = new URL(settings.publicUrl)
    if (channel === 'email') {
      const message = await messageText(event, context, texts)
      const other_addresses = otherAddresses(`${message.subject}\n${message.text}`, host)
      return { ...message, parts: 0, other_addresses }
    }
    const text = await formatTextMessage(event, context, texts)
    const other_addresses = otherAddresses(text, host)
    return { subject: '', text, html: '', parts: textParts(text), other_addresses }
  } catch (error) {
    if (!(error instanceof MessageTemplateError)) throw error
    throw new Refusal('conflict', `${error.message}.`)
  }
}

type Query = { page: number; page_size: number }
type Page = { count: number; results: PatientMessage[] }

export async function readPatientMessages(
  call: SignedInCall,
  patientId: number,
  query: Query,
): Promise<Page> {
  const { viewer } = call
  return await readOfPatient(call, patientId, { messages: query.page }, async (tx) => {
    if (!can(viewer, 'appointment.see', { staffId: viewer.staffId })) {
      return { count: 0, results: [] }
    }
    const onlyStaffId = onlyStaffIdFor(viewer)
    const isSeen =
      onlyStaffId === null
        ? sql`true`
        : sql`(appointment.id is null or appointment.staff_id = ${onlyStaffId})`
    return await readPage(tx, patientId, { ...query, isSeen, isOwn: false })
  })
}

/** What was sent, and no address but their own: a merged record can have had another. */
export async function readOwnMessages(call: SignedInCall, query: Query): Promise<Page> {
  const isSeen = sql`message.state = 'sent'`
  return await readPage(call.services.db, call.viewer.personId, { ...query, isSeen, isOwn: true })
}

type Row = Omit<PatientMessage, 'at' | 'appointment'> & {
  at: Date
  appointment_id: number | null
  starts_at: Date | null
  service: string | null
  total: number
}

async function readPage(
  executor: Executor,
  patientId: number,
  { page, page_size, isSeen, isOwn }: Query & { isSeen: ReturnType<typeof sql>; isOwn: boolean },
): Promise<Page> {
  const { rows } = await sql<Row>`
    select message.id, message.event, message.channel, message.subject,
      case when ${isOwn} and message.recipient <> patient.email then '' else message.recipient end
        as recipient,
      message.sentence, case when message.state = 'sent' then '' else message.note end as note,
      case message.state when 'sending' then 'waiting' else message.state end as state,
      coalesce(message.sent, message.created) as at,
      appointment.id as appointment_id, appointment.starts_at, type.name as service,
      count(*) over ()::integer as total
    from message
      left join appointment on appointment.id = message.appointment_id
      left join appointment_type as type on type.id = appointment.appointment_type_id
      join person as patient on patient.id = message.patient_id
    where message.patient_id = ${patientId} and ${isSeen}
    order by coalesce(message.sent, message.created) desc, message.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(executor)
  return {
    count: rows[0]?.total ?? 0,
    results: rows.map(({ at, starts_at, service, appointment_id, total: _, ...row }) => ({
      ...row,
      at: at.toISOString(),
      appointment:
        appointment_id === null
          ? null
          : {
              id: appointment_id,
              start: starts_at?.toISOString() ?? '',
              service: service ?? '',
            },
    })),
  }
}
