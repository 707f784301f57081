import { type InferResult, type Selectable, sql } from 'kysely'
import { unlinked } from '#lib/contract/unlinked-text.ts'
import type { MessageContext } from '#lib/messages/message-names.ts'
import { textNumber } from '#lib/text/text-number.ts'
import { appointmentRows } from '../booking/appointment-rows.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { opensToGuest } from '../identity/guest-links.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-transport.ts'

export type MessageRow = Selectable<DB['message']>

const TOLD = [
  'patient.first_name as patient_first_name',
  'patient.full_name as patient_full_name',
  'patient.email as patient_email',
  'patient.mobile as patient_mobile',
  'patient.unverified as patient_unverified',
  'patient.reminders as patient_reminders',
  'patient.is_deceased as patient_is_deceased',
  'patient.is_active as patient_is_active',
] as const

export const notifiedPatients = (executor: Executor) =>
  executor.selectFrom('person as patient').select('patient.id as patient_person_id').select(TOLD)

export type NotifiedPatient = InferResult<ReturnType<typeof notifiedPatients>>[number]

export const toMailAddress = ({
  patient_full_name: name,
  patient_email: address,
}: NotifiedPatient) => ({
  name: unlinked(name),
  address,
})

export const greetedAs = ({ patient_first_name, patient_full_name }: NotifiedPatient) =>
  unlinked(patient_first_name || patient_full_name)

/** Patients read letters by signing in, or by a link. */
const mayReadLetters = sql<boolean>`(
  exists (select from account where account.person_id = patient.id)
  or exists (select from person where person.id = patient.id and ${opensToGuest}))`

export const sentTo = (
  { channel }: Pick<MessageRow, 'channel'>,
  { patient_email, patient_mobile }: Pick<NotifiedPatient, 'patient_email' | 'patient_mobile'>,
) => ({
  channel,
  sent_to: channel === 'sms' ? (textNumber(patient_mobile) ?? patient_mobile) : patient_email,
})

export const notifiedAppointments = (executor: Executor) =>
  appointmentRows(executor)
    .select(TOLD)
    .select([
      'patient.last_name as patient_last_name',
      'patient.dob as patient_dob',
      'appointment.clinician_chosen',
      'type.hidden as type_hidden',
      mayReadLetters.as('patient_reads_letters'),
    ])
    .$narrowType<NotifiedPatient & { patient_last_name: string }>()

export type NotifiedAppointment = InferResult<ReturnType<typeof notifiedAppointments>>[number]

export type MessageSubject = {
  patient: NotifiedPatient
  appointmentTypeId: number | null
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
