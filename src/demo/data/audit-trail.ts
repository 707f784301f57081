import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

export type StatedAllergies = { patientId: number; by: number; at: Date }

/**
 * Writes what the trail would say of the appointments, in the order in which it happened. Patients
 * book and cancel, clinicians note how an appointment ended, and an administrator made and edited
 * the outcomes.
 */
export async function insertAuditTrail(
  executor: Executor,
  stated: readonly StatedAllergies[],
): Promise<void> {
  await sql`
    insert into audit_event
      (at, actor_id, actor_role, action, subject_type, subject_id, patient_id, change)
    select happened.at, happened.actor_id, happened.actor_role, happened.action,
      'appointment', appointment.id, appointment.patient_id, '{}'::jsonb
    from appointment
    join person as patient on patient.id = appointment.patient_id
    join staff on staff.id = appointment.staff_id
    cross join lateral (
      select case when patient.is_portal_user then 'patient' else 'guest' end as role
    ) as own
    cross join lateral (values
      ('appointment.booked', appointment.created, patient.id, own.role),
      ('appointment.cancelled', appointment.cancelled_on, patient.id, own.role),
      ('appointment.completed', appointment.completed_on, staff.person_id, 'staff'),
      ('appointment.did_not_attend',
        case when appointment.status = 'did_not_attend' then appointment.ends_at end,
        staff.person_id, 'staff')
    ) as happened (action, at, actor_id, actor_role)
    where happened.at is not null
    union all
    select kept.made, (select min(id) from person where is_superuser), 'staff',
      case when kept.revision = 1 then 'record.created' else 'record.changed' end,
      'appointment_outcome', kept.appointment_outcome_id, null,
      jsonb_build_object('version', kept.revision)
        || case when kept.revision = 1 then '{}' else '{"fields": ["template_code"]}' end::jsonb
    from appointment_outcome_version as kept
    union all
    select stated.at, stated.by, 'staff', 'person.updated', 'person', stated.patient_id,
      stated.patient_id, '{"fields": ["allergies"]}'
    from unnest(${stated.map(({ at }) => at)}::timestamptz[], ${stated.map(({ by }) => by)}::integer[],
      ${stated.map(({ patientId }) => patientId)}::integer[]) as stated (at, by, patient_id)
    order by 1, 6, 4`.execute(executor)
}
