import { sql } from 'kysely'
import { formatPriceLine } from '#lib/catalogue/format-prices.ts'
import type { MessageEvent } from '#lib/contract/message-events.ts'
import { formatDate, formatTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { MessageContext } from '#lib/messages/message-names.ts'
import { appointmentLink, bookLink } from '#lib/own-appointments/appointment-link.ts'
import type { Executor } from '../database/connection.ts'
import { SENT_LINK_DAYS } from '../identity/guest-links.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { appointmentCalendar } from '../own-appointments/calendar-file.ts'
import { findOrphan } from '../own-appointments/new-times.ts'
import type { Services } from '../services.ts'
import { whyDropped } from './message-applies.ts'
import {
  greetedAs,
  type MessageRow,
  type NotifiedAppointment,
  notifiedAppointments,
  type ReadSubject,
  sentTo,
  toMailAddress,
} from './message-rows.ts'

const OVER: readonly MessageEvent[] = ['cancelled', 'did_not_attend']

export const opensAppointment = (event: MessageEvent) => !OVER.includes(event)

export const appointmentSubject: ReadSubject = async (tx, { settings, now }, message) => {
  const appointment = await notifiedAppointments(tx)
    .where('appointment.id', '=', message.appointment_id)
    .executeTakeFirst()
  if (!appointment) return undefined
  const event = message.event as MessageEvent
  return {
    patient: appointment,
    appointmentTypeId: appointment.appointment_type_id,
    whyDropped:
      whyDropped(message, appointment, now()) ??
      (event === 'new_time_needed' && !(await findOrphan(tx, { settings, now }, appointment))
        ? 'The appointment can be kept as it is.'
        : null),
    say: async (issuing, sending) => {
      const link = opensAppointment(event)
        ? await issueLink(issuing, sending, appointment, settings)
        : bookLink(settings.publicUrl)
      const { sentence } = message
      const context = messageContext(appointment, settings, { link, sentence })
      const method = sending.channel === 'email' && calendarMethods[event]
      if (!method) return { context, calendar: null }
      const content = appointmentCalendar(appointment, {
        settings,
        at: now(),
        page: link,
        title: `${context.service} at ${appointment.site_name}`,
        invited: toMailAddress(appointment),
      })
      return { context, calendar: { method, content } }
    },
  }
}

/** It says what the message does to the entry in the patient's calendar. */
const calendarMethods: Readonly<Partial<Record<MessageEvent, 'REQUEST' | 'CANCEL'>>> = {
  booked: 'REQUEST',
  rescheduled: 'REQUEST',
  cancelled: 'CANCEL',
}

export function messageContext(
  appointment: NotifiedAppointment,
  settings: Services['settings'],
  { link, sentence }: { link: string; sentence: string },
): MessageContext {
  const { CLINIC_TIME_ZONE: zone, PRODUCT_NAME } = settings
  const { starts_at: start, ends_at: end } = appointment
  const service = appointment.type_hidden ? 'Appointment' : appointment.type_name
  const place = [appointment.site_name, appointment.site_address1, appointment.site_postcode]
  return {
    first_name: greetedAs(appointment),
    service,
    day: formatDate(start, zone),
    time: formatTime(start, zone),
    site: appointment.site_name,
    phone: appointment.site_telephone,
    reference: appointment.reference,
    details: [
      service,
      `${formatDate(start, zone)}, ${formatTimeRange(start, end, zone)}`,
      place.filter(Boolean).join(', '),
      appointment.clinician_chosen && `With ${appointment.clinician_name}`,
      `Reference: ${appointment.reference}`,
    ]
      .filter(Boolean)
      .join('\n'),
    sentence,
    answer_by: '',
    forms_due: appointment.forms.due + appointment.forms.in_progress,
    before_you_come: appointment.type_prebooking_info.trim(),
    what_to_bring: appointment.type_what_to_bring.trim(),
    prices: appointment.type_prices.map(formatPriceLine).join('\n'),
    link,
    book_link: bookLink(settings.publicUrl),
    clinic: PRODUCT_NAME,
  }
}

/** People who sign in are asked to; others get a link of their own to this appointment. */
async function issueLink(
  tx: Executor,
  sending: Pick<MessageRow, 'id' | 'channel'>,
  appointment: NotifiedAppointment,
  { publicUrl }: Services['settings'],
): Promise<string> {
  const { id, patient_person_id } = appointment
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('person_id', '=', patient_person_id)
    .executeTakeFirst()
  if (account) return appointmentLink(publicUrl, id, null)
  const token = newToken()
  await tx
    .insertInto('appointment_access')
    .values({
      token_hash: tokenHash(token),
      appointment_id: id,
      issued_to: patient_person_id,
      issued_name: appointment.patient_full_name,
      issued_last_name: appointment.patient_last_name,
      issued_dob: appointment.patient_dob,
      expires_at: sql<Date>`greatest(${appointment.ends_at}::timestamptz, now())
        + make_interval(days => ${SENT_LINK_DAYS})`,
      message_id: sending.id,
      ...sentTo(sending, appointment),
    })
    .execute()
  return appointmentLink(publicUrl, id, token)
}
