import { type RawBuilder, sql } from 'kysely'
import {
  type OwnRecord,
  type PatientRecord,
  type TimelineEntry,
  TimelineKind,
  type ToDo,
} from '#lib/contract/records/patient-records.ts'
import { can } from '#lib/policy/policy.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { audit, auditByViewer } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { Call, Handlers, SignedInCall } from '../../http/implement.ts'
import { onlyStaffIdFor } from '../../identity/schedule-scope.ts'
import { readOwnMessages, readPatientMessages } from '../../messages/routes.ts'
import { byGuestToken } from '../../own-appointments/own-appointment.ts'
import { readAllergies, writeAllergies } from '../../people/allergies.ts'
import { mergedInto } from '../../people/merged-into.ts'
import { readOfPatient } from '../../people/read-of-patient.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'
import { isNextDoseOpen } from '../../vaccinations/vaccination-rows.ts'

export const patientRecordRoutes = {
  'GET admin/patient-records/{id}/': ({ params }, call) => readPatientRecord(call, params.id),
  'PUT admin/patient-records/{id}/allergies/': ({ params, body }, call) =>
    writeAllergies(call, params.id, body),
  'GET admin/patient-records/{id}/timeline/': ({ params, query }, call) =>
    readTimeline(call, params.id, query),
  'GET admin/patient-records/{id}/messages/': ({ params, query }, call) =>
    readPatientMessages(call, params.id, query),
  'GET private/patient-record/': (_request, call) => readOwnRecord(call),
  'PUT private/patient-record/allergies/': ({ body }, call) =>
    writeAllergies(call, call.viewer.personId, body),
  'GET private/patient-record/timeline/': ({ query }, call) => readOwnTimeline(call, query),
  'GET private/patient-record/messages/': ({ query }, call) => readOwnMessages(call, query),
  'GET public/patient-record/': ({ query }, call) => readGuestRecord(call, query.appointment_id),
} satisfies Handlers

/** Alerts of forms for appointments that ended longer ago are no longer news. */
const ALERT_DAYS = 90

/** What is due later is not to be done yet. */
const DUE_DAYS = 60

const PATIENT = ['id', 'full_name', 'dob', 'nhs_number'] as const

/** Records the reading. @throws Refusal `not_found` with what a merged record became. */
async function readPatientRecord(call: SignedInCall, id: number): Promise<PatientRecord> {
  return await call.services.db.transaction().execute(async (tx) => {
    const patient = await tx
      .selectFrom('person')
      .select([...PATIENT, 'mobile', 'email', 'is_deceased', 'merged_into'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('This patient'))
    if (patient.merged_into !== null) {
      throw new Refusal('not_found', (await mergedInto(tx, id))?.text ?? 'This record was merged.')
    }
    await auditByViewer(tx, call, {
      action: 'person.read',
      subjectType: 'person',
      subjectId: id,
      patientId: id,
    })
    const { merged_into: _, ...shown } = patient
    return {
      patient: shown,
      allergies: await readAllergies(tx, id),
      alerts: can(call.viewer, 'submittedForm.see') ? await readAlerts(tx, id) : [],
      next_appointment: can(call.viewer, 'appointment.see', { staffId: call.viewer.staffId })
        ? await nextAppointment(tx, call, id, onlyStaffIdFor(call.viewer))
        : null,
      may: { change_allergies: can(call.viewer, 'person.change') },
    }
  })
}

async function readOwnRecord(call: SignedInCall): Promise<OwnRecord> {
  const { personId } = call.viewer
  return await call.services.db.transaction().execute(async (tx) => ({
    patient: await readPatient(tx, personId),
    allergies: await readAllergies(tx, personId),
    next_appointment: await nextAppointment(tx, call, personId, null),
    to_do: [
      ...(await formsToDo(tx, sql`appointment.patient_id = ${personId}`)),
      ...(await dosesToDo(tx, call, personId)),
    ],
  }))
}

async function readGuestRecord(call: Call, appointmentId: number): Promise<OwnRecord> {
  return await call.services.db.transaction().execute(async (tx) => {
    const own = byGuestToken(call)
    const row = await own.find(tx, appointmentId)
    await audit(tx, call, {
      actor: { id: row.actorId, role: own.role },
      action: 'appointment.read',
      subjectType: 'appointment',
      subjectId: row.id,
      patientId: row.patient_id,
    })
    const isToCome = row.status === 'booked' && row.ends_at.getTime() > call.services.now()
    return {
      // A link never said whose record it is, so it opens neither birthday nor number.
      patient: {
        id: row.patient_person_id,
        full_name: row.patient_name,
        dob: null,
        nhs_number: '',
      },
      allergies: null,
      next_appointment: isToCome
        ? {
            id: row.id,
            start: row.starts_at.toISOString(),
            end: row.ends_at.toISOString(),
            service: row.type_name,
            site_name: row.site_name,
            clinician_name: row.clinician_name,
          }
        : null,
      to_do: isToCome ? await formsToDo(tx, sql`appointment.id = ${row.id}`) : [],
    }
  })
}

async function readPatient(tx: Executor, id: number): Promise<OwnRecord['patient']> {
  return await tx
    .selectFrom('person')
    .select(PATIENT)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function readAlerts(tx: Executor, patientId: number): Promise<PatientRecord['alerts']> {
  const { rows } = await sql<
    Omit<PatientRecord['alerts'][number], 'submitted'> & { submitted: Date }
  >`
    select raised.alert ->> 'level' as level, raised.alert ->> 'text' as text,
      eform.name as form_name, submitted_form.id as form_id, submitted_form.submitted
    from appointment
      join saved_form on saved_form.appointment_id = appointment.id and saved_form.kind = 'patient'
      join submitted_form on submitted_form.saved_form_id = saved_form.id
      join eform on eform.id = saved_form.eform_id
      cross join jsonb_array_elements(submitted_form.alerts) with ordinality as raised (alert, place)
    where appointment.patient_id = ${patientId} and appointment.status <> 'cancelled'
      and appointment.ends_at > now() - make_interval(days => ${ALERT_DAYS})
      and not exists (select from submitted_form as later where later.replaces = submitted_form.id)
    order by submitted_form.submitted desc, place`.execute(tx)
  return rows.map((row) => ({ ...row, submitted: row.submitted.toISOString() }))
}

async function nextAppointment(
  tx: Executor,
  { services }: Pick<Call, 'services'>,
  patientId: number,
  onlyStaffId: number | null,
): Promise<PatientRecord['next_appointment']> {
  const row = await tx
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('staff', 'staff.id', 'appointment.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .select(['appointment.id', 'starts_at', 'ends_at', 'type.name as service'])
    .select(['site.name as site_name', 'clinician.full_name as clinician_name'])
    .where('appointment.patient_id', '=', patientId)
    .where('appointment.status', '=', 'booked')
    .where('ends_at', '>', new Date(services.now()))
    .$if(onlyStaffId !== null, (rows) => rows.where('appointment.staff_id', '=', onlyStaffId))
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { starts_at, ends_at, ...named } = row
  return { ...named, start: starts_at.toISOString(), end: ends_at.toISOString() }
}

/** Forms of appointments to come that are not submitted, the first appointment first. */
async function formsToDo(tx: Executor, isOwn: ReturnType<typeof sql>): Promise<ToDo[]> {
  const { rows } = await sql<{
    appointment_id: number
    service: string
    start: Date
    count: number
  }>`
    select appointment.id as appointment_id, type.name as service, appointment.starts_at as start,
      count(*)::integer as count
    from appointment
      join appointment_type as type on type.id = appointment.appointment_type_id
      join appointment_type_patient_form as needed on needed.appointment_type_id = type.id
      join eform on eform.id = needed.eform_id and not eform.archived
    where ${isOwn} and appointment.status = 'booked' and appointment.starts_at > now()
      and not exists (
        select from saved_form
          join submitted_form on submitted_form.saved_form_id = saved_form.id
        where saved_form.appointment_id = appointment.id and saved_form.eform_id = eform.id
          and saved_form.kind = 'patient')
    group by appointment.id, type.name
    order by appointment.starts_at, appointment.id`.execute(tx)
  return rows.map((row) => ({ kind: 'forms', ...row, start: row.start.toISOString() }))
}

async function dosesToDo(
  tx: Executor,
  { services }: SignedInCall,
  patientId: number,
): Promise<ToDo[]> {
  const today = toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)
  const { rows } = await sql<Omit<Extract<ToDo, { kind: 'vaccination' }>, 'kind'>>`
    select product.name as product_name, vaccination.booster_due_date as due,
      case when not type.disabled and not type.hidden then type.slug end as service_slug
    from vaccination_history as vaccination
      join vaccine_product as product on product.id = vaccination.vaccine_product_id
      left join appointment on appointment.id = vaccination.appointment_id
      left join appointment_type as type on type.id = appointment.appointment_type_id
    where vaccination.patient_id = ${patientId} and product.is_active
      and vaccination.booster_due_date <= ${today}::date + ${DUE_DAYS}::integer
      and ${isNextDoseOpen}
    order by vaccination.booster_due_date, vaccination.id`.execute(tx)
  return rows.map((row) => ({ kind: 'vaccination', ...row }))
}

type Query = { kind?: TimelineKind | undefined; page: number; page_size: number }

type Page = { count: number; results: TimelineEntry[] }

/**
 * Records the reading. Leaves out the kinds that the viewer may not see.
 * @throws Refusal `not_found`.
 */
async function readTimeline(call: SignedInCall, patientId: number, query: Query): Promise<Page> {
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

const readOwnTimeline = (call: SignedInCall, query: Query): Promise<Page> =>
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
