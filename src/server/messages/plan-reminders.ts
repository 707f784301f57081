import { sql } from 'kysely'
import { EVENING, isDaytime, MORNING } from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

/** When a reminder is due that would fall into the night after: an hour is left to send them all. */
const LAST_REMINDERS = '19:00'

/** What was due while nothing ran is still sent: that of an evening on the next morning. */
const LATE_HOURS = 15

/**
 * Writes the reminders that are due now; one that falls into the night is due the evening before.
 * None is planned ahead, so none has to follow an appointment that is moved or cancelled. Several
 * processes may do it: each reminder is written once.
 * @returns how many were written.
 */
export async function planReminders(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
): Promise<number> {
  if (!isDaytime(services)) return 0
  const at = new Date(services.now())
  const zone = services.settings.CLINIC_TIME_ZONE
  const { numAffectedRows } = await sql`
    insert into message (event, appointment_id, patient_id, starts_at, lead_minutes)
    select 'reminder', id, patient_id, starts_at, lead
    from (
      select appointment.id, patient_id, starts_at, lead, told,
        (case
          when wall::time < ${MORNING}::time then wall::date - 1 + ${LAST_REMINDERS}::time
          when wall::time >= ${EVENING}::time then wall::date + ${LAST_REMINDERS}::time
          else wall
        end) at time zone ${zone} as remind_at
      from appointment
        join appointment_type on appointment_type.id = appointment.appointment_type_id
        cross join lateral unnest(reminder_minutes) as lead
        cross join lateral (select
          starts_at at time zone ${zone} - make_interval(mins => lead) as wall,
          greatest(appointment.created, rescheduled_on) as told) as reminder
      where status = 'booked' and starts_at > ${at}
        and starts_at < ${at}::timestamptz
          + (select make_interval(mins => max(minutes), days => 1)
             from appointment_type, unnest(reminder_minutes) as minutes)
    ) as reminder
    where remind_at <= ${at}::timestamptz and told < remind_at
      and remind_at > ${at}::timestamptz - make_interval(hours => ${LATE_HOURS})
    on conflict do nothing
  `.execute(services.db)
  return Number(numAffectedRows ?? 0)
}

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
