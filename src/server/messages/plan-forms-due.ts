import { sql } from 'kysely'
import { isDaytime } from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

/** Before the start. Who books later is told of the forms with the booking. */
const LEAD_HOURS = 48
/** What could not be written until then, is not: the reminder tells of the forms. */
const LATEST_HOURS = 24

/**
 * Writes to patients who have forms to fill in for an appointment in two days.
 * @returns how many messages were written.
 */
export async function planFormsDue(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
): Promise<number> {
  if (!isDaytime(services)) return 0
  const at = new Date(services.now())
  const { numAffectedRows } = await sql`
    insert into message (event, appointment_id, patient_id, starts_at)
    select 'forms_due', appointment.id, patient_id, starts_at
    from appointment
    where status = 'booked'
      and starts_at > ${at}::timestamptz + make_interval(hours => ${LATEST_HOURS})
      and starts_at <= ${at}::timestamptz + make_interval(hours => ${LEAD_HOURS})
      and greatest(appointment.created, rescheduled_on)
        < starts_at - make_interval(hours => ${LEAD_HOURS})
      and not exists (
        select from message
        where message.appointment_id = appointment.id and event = 'forms_due'
          and message.starts_at = appointment.starts_at)
      and exists (
        select from appointment_type_patient_form as needed
          join eform on eform.id = needed.eform_id and not eform.archived
        where needed.appointment_type_id = appointment.appointment_type_id
          and not exists (
            select from saved_form
              join submitted_form on submitted_form.saved_form_id = saved_form.id
            where saved_form.appointment_id = appointment.id
              and saved_form.eform_id = eform.id and saved_form.kind = 'patient'))
    on conflict do nothing`.execute(services.db)
  return Number(numAffectedRows ?? 0)
}
