import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'

/**
 * Lists the clinician forms that an appointment needs, or that were started for it, and that were
 * never completed. An amendment that was started leaves a completed form complete.
 */
export async function unfinishedClinicianForms(
  executor: Executor,
  { id, appointment_type_id }: { id: number; appointment_type_id: number },
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(nullif(eform.title, ''), eform.name) as title
    from eform
      left join appointment_type_clinician_form as needed on needed.eform_id = eform.id
        and needed.appointment_type_id = ${appointment_type_id} and not eform.archived
      left join saved_form as started on started.eform_id = eform.id
        and started.appointment_id = ${id} and started.kind = 'clinician'
    where (needed.eform_id is not null or started.id is not null)
      and not exists (select from submitted_form where saved_form_id = started.id)
    order by needed.position, eform.id`.execute(executor)
  return rows.map(({ title }) => title)
}
