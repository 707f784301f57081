import { appointmentSubject } from './appointment-message.ts'
import type { ReadSubject } from './message-subject.ts'
import { nextDoseSubject } from './next-dose-message.ts'
import { offerSubject } from './offer-message.ts'

const others: Readonly<Record<string, ReadSubject>> = {
  next_dose_due: nextDoseSubject,
  offer: offerSubject,
  offer_ended: offerSubject,
}

export const readSubject: ReadSubject = async (tx, services, message) => {
  const read = message.appointment_id === null ? others[message.event] : appointmentSubject
  return await read?.(tx, services, message)
}
