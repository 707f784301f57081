import { sql } from 'kysely'
import type {
  ClinicAppointmentForms,
  DueForm,
  OwnAppointmentForms,
} from '#lib/contract/forms/filled-forms.ts'
import { can } from '#lib/policy/policy.ts'
import {
  presentClinicAppointment,
  readClinicAppointmentRow,
} from '../appointments/clinic-appointment-rows.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import type { Finder } from '../own-appointments/own-appointment.ts'
import { presentOwn } from '../own-appointments/own-appointment-rows.ts'
import { notFound } from '../refusals/refusal.ts'
import { estimateMinutes, savedFormRows, submittedFormRows } from './form-rows.ts'
import {
  checkMayForm,
  type FindViewer,
  type FormViewer,
  staffViewer,
  withViewer,
} from './form-viewer.ts'
import {
  mayOnForm,
  presentClinicianForm,
  presentEach,
  presentSaved,
  presentSubmitted,
} from './present-form.ts'

export async function ownAppointmentForms(
  call: Call,
  own: Finder,
  findViewer: FindViewer,
  id: number,
): Promise<OwnAppointmentForms> {
  return await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await own.find(tx, id)
    await auditList(tx, call, viewer, row)
    return {
      appointment: presentOwn(row, call, own.audience),
      ...(await formLists(tx, call, viewer, row)),
    }
  })
}

export async function clinicAppointmentForms(
  call: SignedInCall,
  id: number,
): Promise<ClinicAppointmentForms> {
  return await withViewer(call, staffViewer(call), async (tx, viewer) => {
    const row = await readClinicAppointmentRow(tx, id)
    if (!row) throw notFound('This appointment')
    checkMay(call, 'appointment.see', row.staff_id)
    const seesPatients = can(call.viewer, 'submittedForm.see', { staffId: row.staff_id })
    if (!seesPatients) checkMayForm(viewer, 'clinicianForm.see', row.staff_id)
    await auditList(tx, call, viewer, row)
    return {
      appointment: presentClinicAppointment(row, call),
      ...(await formLists(tx, call, viewer, row)),
    }
  })
}

type AppointmentOfLists = {
  id: number
  staff_id: number
  status: string
  starts_at: Date
  patient_id: number | null
  appointment_type_id: number
}

const auditList = (
  tx: Executor,
  call: Call,
  { actor }: FormViewer,
  { id, patient_id }: AppointmentOfLists,
) =>
  audit(tx, call, {
    actor,
    action: 'form.listed',
    subjectType: 'appointment',
    subjectId: id,
    patientId: patient_id,
  })

/** Forms of kinds that the viewer may not see are left out. */
async function formLists(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  appointment: AppointmentOfLists,
) {
  const seen = { call, viewer }
  const of = { staffId: appointment.staff_id }
  const sees = {
    saved: !viewer.staff || can(viewer.staff, 'savedForm.see', of),
    submitted: !viewer.staff || can(viewer.staff, 'submittedForm.see', of),
    clinician: viewer.staff !== null && can(viewer.staff, 'clinicianForm.see', of),
  }
  const saved = await savedFormRows(tx, viewer)
    .where('saved_form.appointment_id', '=', appointment.id)
    .orderBy('saved_form.id')
    .execute()
  const submitted = await submittedFormRows(tx, viewer)
    .where('saved_form.appointment_id', '=', appointment.id)
    .orderBy('submitted_form.id', 'desc')
    .execute()
  const ofPatient = submitted.filter(({ kind }) => kind === 'patient')
  return {
    inprogress_forms: await presentEach(
      saved.filter((row) => sees.saved && row.kind === 'patient' && row.is_draft),
      (row) => presentSaved(tx, row, seen),
    ),
    completed_forms: await presentEach(sees.submitted ? ofPatient : [], (row) =>
      presentSubmitted(tx, row, seen),
    ),
    clinician_forms: await presentEach(
      saved.filter((row) => sees.clinician && row.kind === 'clinician'),
      (row) => {
        const completed = submitted.find(({ saved_form_id }) => saved_form_id === row.id)
        return presentClinicianForm(tx, row, completed, seen)
      },
    ),
    due_forms: (await dueForms(tx, appointment))
      .filter(({ kind }) => kind === 'patient' || sees.clinician)
      .map((form) => ({
        ...form,
        may_start: mayOnForm(viewer, 'start', form.kind, appointment, call.services.now()),
      })),
  }
}

/**
 * Lists those that nobody has started, in the order of the appointment type; none once it has
 * ended.
 */
async function dueForms(
  tx: Executor,
  { id, status, appointment_type_id }: AppointmentOfLists,
): Promise<Omit<DueForm, 'may_start'>[]> {
  if (status !== 'booked' && status !== 'completed') return []
  const { rows } = await sql<DueForm['eform'] & Pick<DueForm, 'kind'>>`
    select needed.kind, eform.id, eform.name, coalesce(nullif(eform.title, ''), eform.name) as title,
      eform.edition as version, eform.subversion, eform.is_vaccination_form,
      ${estimateMinutes('eform')} as minutes
    from (
      select 'patient' as kind, eform_id, position from appointment_type_patient_form
      where appointment_type_id = ${appointment_type_id} and ${status === 'booked'}
      union all
      select 'clinician', eform_id, position from appointment_type_clinician_form
      where appointment_type_id = ${appointment_type_id}
    ) as needed
      join eform on eform.id = needed.eform_id and not eform.archived
    where not exists (
      select from saved_form
      where appointment_id = ${id} and eform_id = eform.id and saved_form.kind = needed.kind)
    order by needed.kind desc, needed.position, eform.id`.execute(tx)
  return rows.map(({ kind, ...eform }) => ({ kind, eform }))
}
