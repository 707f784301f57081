import type { MessageChannel, MessageEvent } from '#lib/contract/message-events.ts'
import type { MessagePreview } from '#lib/contract/messages.ts'
import { otherAddresses } from '#lib/messages/other-addresses.ts'
import { textParts } from '#lib/messages/text-parts.ts'
import { appointmentLink, bookLink } from '#lib/own-appointments/appointment-link.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { messageContext, opensAppointment } from './appointment-message.ts'
import { checkMessageTexts } from './check-message-texts.ts'
import { notifiedAppointments } from './message-rows.ts'
import {
  formatTextMessage,
  MessageTemplateError,
  type MessageTexts,
  messageText,
} from './message-text.ts'
import { previewedOffer } from './offer-message.ts'

type PreviewRequest = MessageTexts & {
  event: MessageEvent
  channel: MessageChannel
  appointment_id: number
}

/**
 * Nothing is sent, and its link opens nothing by itself.
 * @throws Refusal `invalid` as when it is saved; `not_found`, `not_allowed` for the appointment.
 */
export async function previewMessage(
  call: SignedInCall,
  { event, channel, appointment_id: id, ...words }: PreviewRequest,
): Promise<MessagePreview> {
  await checkMessageTexts(words)
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
      const message = await messageText(event, context, words)
      const other_addresses = otherAddresses(`${message.subject}\n${message.text}`, host)
      return { ...message, parts: 0, other_addresses }
    }
    const text = await formatTextMessage(event, context, words)
    const other_addresses = otherAddresses(text, host)
    return { subject: '', text, html: '', parts: textParts(text), other_addresses }
  } catch (error) {
    if (!(error instanceof MessageTemplateError)) throw error
    throw new Refusal('conflict', `${error.message}.`)
  }
}
