import type { Selectable } from 'kysely'
import { appointmentRows } from '../booking/appointment-rows.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'

export type MessageRow = Selectable<DB['message']>

/** An appointment with what its messages say of the patient. */
export const toldAppointments = (executor: Executor) =>
  appointmentRows(executor)
    .select([
      'patient.first_name as patient_first_name',
      'patient.last_name as patient_last_name',
      'patient.full_name as patient_full_name',
      'patient.dob as patient_dob',
      'patient.email as patient_email',
      'patient.reminders as patient_reminders',
      'patient.is_deceased as patient_is_deceased',
      'patient.is_active as patient_is_active',
      'type.hidden as type_hidden',
    ])
    .$narrowType<Named>()

/** Outer joins find them: `appointment-rows.ts`. */
type Named = {
  [Name in
    | `patient_${'first' | 'last' | 'full'}_name`
    | 'patient_email'
    | 'patient_reminders']: string
}

export type ToldAppointment = Awaited<
  ReturnType<ReturnType<typeof toldAppointments>['executeTakeFirstOrThrow']>
>
