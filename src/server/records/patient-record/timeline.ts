import { type RawBuilder, sql } from 'kysely'
import { type TimelineEntry, TimelineKind } from '#lib/contract/records/patient-records.ts'
import { can } from '#lib/policy/policy.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { onlyStaffIdFor } from '../../identity/schedule-scope.ts'
import { readOfPatient } from '../../people/read-of-patient.ts'

type Query = { kind?: TimelineKind | undefined; page: number; page_size: number }
type Page = { count: number; results: TimelineEntry[] }

/**
 * Records the reading. Leaves out the kinds that the viewer may not see.
 * @throws Refusal `not_found`.
 */
export async function readTimeline(
  call: SignedInCall,
  patientId: number,
  query: Query,
): Promise<Page> {
  const { viewer } = call
  return await readOfPatient(call, patientId, { timeline: query.kind ?? 'all' }, async (tx) => {
    const kinds: TimelineKind[] = [
      ...(can(viewer, 'appointment.see', { staffId: viewer.staffId })
        ? (['appointment'] as const)
        : []),
      ...(can(viewer, 'submittedForm.see') ? (['form'] as const) : []),
      ...(can(viewer, 'vaccination.see') ? (['vaccination'] as const) : []),
      ...(can(viewer, 'advice.see') ? (['advice'] as const) : []),
      ...(can(viewer, 'outcome.see', { staffId: viewer.staffId }) ? (['outcome'] as const) : []),
      ...(can(viewer, 'appointment.see', { staffId: viewer.staffId })
        ? (['message'] as const)
        : []),
    ]
    return await readPage(tx, patientId, query, kinds, onlyStaffIdFor(viewer))
  })
}

export const readOwnTimeline = (call: SignedInCall, query: Query): Promise<Page> =>
  readPage(call.services.db, call.viewer.personId, query, TimelineKind.options, null)

type Row = Omit<TimelineEntry, 'at'> & { at: Date; total: number }

async function readPage(
  executor: Executor,
  patientId: number,
  { kind, page, page_size }: Query,
  allowed: readonly TimelineKind[],
  onlyStaffId: number | null,
): Promise<Page> {
  const kinds = allowed.filter((each) => kind === undefined || each === kind)
  if (kinds.length === 0) return { count: 0, results: [] }
  const parts = kinds.map((each) => partByKind[each](patientId, onlyStaffId))
  const { rows } = await sql<Row>`
    with entry (kind, id, at, title, detail, appointment_id)
      as (${sql.join(parts, sql` union all `)})
    select *, (select count(*) from entry)::integer as total from entry
    order by at desc, kind, id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(executor)
  return {
    count: rows[0]?.total ?? 0,
    results: rows.map(({ total: _, ...row }) => ({ ...row, at: row.at.toISOString() })),
  }
}

type Part = (patientId: number, onlyStaffId: number | null) => RawBuilder<unknown>

const onlyOwn = (onlyStaffId: number | null) =>
  onlyStaffId === null ? sql`true` : sql`appointment.staff_id = ${onlyStaffId}`

const partByKind: Record<TimelineKind, Part> = {
  appointment: (patientId, onlyStaffId) => sql`
    select 'appointment', appointment.id, appointment.starts_at, type.name,
      appointment.status || ', ' || site.name, appointment.id
    from appointment
      join appointment_type as type on type.id = appointment.appointment_type_id
      join site on site.id = appointment.site_id
    where appointment.patient_id = ${patientId} and appointment.status <> 'held'
      and ${onlyOwn(onlyStaffId)}`,
  form: (patientId) => sql`
    select 'form', submitted_form.id, submitted_form.submitted, eform.name,
      case when submitted_form.replaces is null then 'Submitted' else 'Amended' end,
      saved_form.appointment_id
    from appointment
      join saved_form on saved_form.appointment_id = appointment.id and saved_form.kind = 'patient'
      join submitted_form on submitted_form.saved_form_id = saved_form.id
      join eform on eform.id = saved_form.eform_id
    where appointment.patient_id = ${patientId}`,
  vaccination: (patientId) => sql`
    select 'vaccination', vaccination.id, vaccination.date_administered, product.name,
      case when vaccination.is_historical then 'Given elsewhere'
        when vaccination.was_administered then 'Given' else 'Not given' end,
      vaccination.appointment_id
    from vaccination_history as vaccination
      join vaccine_product as product on product.id = vaccination.vaccine_product_id
    where vaccination.patient_id = ${patientId} and vaccination.entered_in_error is null`,
  advice: (patientId, onlyStaffId) => sql`
    select 'advice', advice.id, advice.created,
      case when length(advice.advice_text) > 80 then left(advice.advice_text, 79) || '…'
        else advice.advice_text end,
      coalesce(writer.full_name, ''), advice.appointment_id
    from patient_advice as advice
      left join person as writer on writer.id = advice.written_by
      left join appointment on appointment.id = advice.appointment_id
    where advice.patient_id = ${patientId} and advice.withdrawn_at is null
      and (advice.appointment_id is null or ${onlyOwn(onlyStaffId)})`,
  outcome: (patientId, onlyStaffId) => sql`
    select 'outcome', recorded.id, recorded.given, kept.name, '', recorded.appointment_id
    from appointment_outcome_given as recorded
      join appointment on appointment.id = recorded.appointment_id
      join appointment_outcome_version as kept
        on kept.appointment_outcome_id = recorded.appointment_outcome_id
        and kept.edition = recorded.edition and kept.subversion = recorded.subversion
    where appointment.patient_id = ${patientId} and recorded.ended is null
      and ${onlyOwn(onlyStaffId)}`,
  // What was not sent is in the list of messages: the timeline says what happened.
  message: (patientId, onlyStaffId) => sql`
    select 'message', message.id, message.sent, message.subject, '', message.appointment_id
    from message left join appointment on appointment.id = message.appointment_id
    where message.patient_id = ${patientId} and message.state = 'sent'
      and (message.appointment_id is null or ${onlyOwn(onlyStaffId)})`,
}
