import type { MessageContext } from '#lib/messages/message-names.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import { appointmentSubject } from './appointment-message.ts'
import type { Mail } from './mail-transport.ts'
import type { MessageRow, ToldPatient } from './message-rows.ts'
import { nextDoseSubject } from './next-dose-message.ts'
import { offerSubject } from './offer-message.ts'

/** What a message is about, as it is now. */
export type MessageSubject = {
  patient: ToldPatient
  /** Whose template is used; null for that of all types. */
  appointmentTypeId: number | null
  /** Why it is not sent after all, in words for staff; null where it still applies. */
  whyDropped: string | null
  /** Issues its link in the transaction, for the address of the channel by which it goes now. */
  say: (
    tx: Executor,
    sending: Pick<MessageRow, 'id' | 'channel'>,
  ) => Promise<{ context: MessageContext; calendar: Mail['calendar'] }>
}

export type ReadSubject = (
  tx: Executor,
  services: Pick<Services, 'settings' | 'now'>,
  message: MessageRow,
) => Promise<MessageSubject | undefined>

/** By the event of messages that are not about an appointment. */
const others: Readonly<Record<string, ReadSubject>> = {
  next_dose_due: nextDoseSubject,
  offer: offerSubject,
  offer_ended: offerSubject,
}

/** Undefined where it no longer exists. */
export const readSubject: ReadSubject = async (tx, services, message) => {
  const read = message.appointment_id === null ? others[message.event] : appointmentSubject
  return await read?.(tx, services, message)
}
