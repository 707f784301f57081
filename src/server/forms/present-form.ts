import type {
  ClinicianFormSummary,
  SavedForm,
  SavedFormSummary,
  SubmittedForm,
  SubmittedFormSummary,
} from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { AnswerAlert, FormItem } from '#lib/contract/forms/form-item.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import type { RaisedAlert } from '#lib/forms/evaluate-form.ts'
import { can, type PolicyAction } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Call } from '../http/implement.ts'
import { Refusal } from '../refusals/refusal.ts'
import {
  draftAnswers,
  type SavedFormRow,
  type SubmittedFormRow,
  submittedAnswers,
  versionContent,
} from './form-rows.ts'
import type { FormViewer } from './form-viewer.ts'

/** It replaces what staff are told, which a form must have. */
const FOR_STAFF = 'For staff'

/**
 * An alert's text for staff leaves for nobody else, and a warning is for staff alone. Patients get
 * the advice of one that stops.
 */
const itemsForPatients = (items: readonly FormItem[]): FormItem[] =>
  items.map((item) => {
    const known = item as FormItem & { alerts?: AnswerAlert[]; items?: FormItem[] }
    return {
      ...item,
      ...(known.items && { items: itemsForPatients(known.items) }),
      ...(known.alerts && {
        alerts: known.alerts.filter(isForPatients).map((one) => ({ ...one, text: FOR_STAFF })),
      }),
    } as FormItem
  })

const alertsForPatients = (alerts: readonly RaisedAlert[]): RaisedAlert[] =>
  alerts.filter(isForPatients).map((alert) => ({ ...alert, text: '' }))

const isForPatients = ({ level }: Pick<AnswerAlert, 'level'>) => level === 'stop'

type Seen = { call: Call; viewer: FormViewer }

const toFormSummary = (row: SavedFormRow | SubmittedFormRow) => ({
  id: row.eform_id,
  name: row.eform_name,
  title: row.eform_title || row.eform_name,
  version: row.edition,
  subversion: row.subversion,
  is_vaccination_form: row.is_vaccination_form,
  minutes: row.minutes,
})

const rightsOn = (
  { call, viewer }: Seen,
  actions: readonly ('change' | 'submit' | 'amend')[],
  kind: string,
  row: FormAppointment,
) => actions.filter((action) => mayOnForm(viewer, action, kind, row, call.services.now()))

export const presentSaved = async (
  executor: Executor,
  row: SavedFormRow,
  seen: Seen,
): Promise<SavedFormSummary> => ({
  id: row.id,
  url: apiAddress(seen.call, `${seen.viewer.audience}/savedforms`, row.id),
  appointment_id: row.appointment_id,
  // Saving replaces all answers, so nobody is offered to save those that they may not see.
  may:
    row.is_draft && seesAnswers(seen.viewer, row.kind, row)
      ? rightsOn(seen, ['change', 'submit'], row.kind, row)
      : [],
  eform: await answeredEform(executor, seen, row),
  revision: row.revision,
  started: row.started.toISOString(),
  saved: row.saved.toISOString(),
  saved_by_name: row.saved_by_name,
  is_draft: row.is_draft,
  amends: row.amends,
  submitted_form_id: row.submitted_form_id,
})

export const presentSubmitted = async (
  executor: Executor,
  row: SubmittedFormRow,
  seen: Seen,
): Promise<SubmittedFormSummary> => ({
  id: row.id,
  url: apiAddress(seen.call, `${seen.viewer.audience}/submittedforms`, row.id),
  appointment_id: row.appointment_id,
  may:
    row.replaced_by === null && seesSubmitted(seen.viewer, row.kind, row.staff_id)
      ? rightsOn(seen, ['amend'], row.kind, row)
      : [],
  eform: await answeredEform(executor, seen, row),
  saved_form_id: row.saved_form_id,
  kind: row.kind as SubmittedFormSummary['kind'],
  alerts: shownAlerts(row, seen),
  submitted: row.submitted.toISOString(),
  submitted_by_name: row.submitted_by_name,
  submitted_role: row.submitted_role,
  replaces: row.replaces,
  replaced_by: row.replaced_by,
  reason: row.reason,
})

function shownAlerts({ kind, staff_id, alerts }: SubmittedFormRow, { viewer }: Seen) {
  if (!viewer.staff) return alertsForPatients(alerts)
  return seesSubmitted(viewer, kind, staff_id) ? alerts : []
}

export const presentClinicianForm = async (
  executor: Executor,
  row: SavedFormRow,
  completed: SubmittedFormRow | undefined,
  seen: Seen,
): Promise<ClinicianFormSummary> => ({
  ...(await presentSaved(executor, row, seen)),
  url: apiAddress(seen.call, 'admin/clinicianforms', row.id),
  may: seesAnswers(seen.viewer, row.kind, row)
    ? rightsOn(seen, row.is_draft ? ['change', 'submit'] : ['amend'], row.kind, row)
    : [],
  status: completed ? (completed.replaces === null ? 'completed' : 'amended') : 'in_progress',
  completed: completed?.submitted.toISOString() ?? null,
  completed_by_name: completed?.submitted_by_name ?? '',
  alerts: (seesAnswers(seen.viewer, row.kind, row) && completed?.alerts) || [],
})

export const clinicDay = (
  { services }: Pick<Call, 'services'>,
  at: Date | number = services.now(),
) => plainDateAt(at, services.settings.CLINIC_TIME_ZONE)

/** One after the other, so that each version is read once. */
export async function presentEach<Row, Form>(
  rows: readonly Row[],
  present: (row: Row) => Promise<Form>,
): Promise<Form[]> {
  const presented: Form[] = []
  for (const row of rows) presented.push(await present(row))
  return presented
}

async function answeredEform(
  executor: Executor,
  { call, viewer }: Seen,
  row: SavedFormRow | SubmittedFormRow,
): Promise<SavedForm['eform']> {
  const { description, items } = await versionContent(call, executor, row)
  const formDefinition = viewer.staff ? items : itemsForPatients(items)
  return { ...toFormSummary(row), description, formDefinition }
}

export async function presentSavedForm(
  executor: Executor,
  row: SavedFormRow,
  seen: Seen,
): Promise<SavedForm> {
  return {
    ...(await presentSaved(executor, row, seen)),
    answers:
      (seesAnswers(seen.viewer, row.kind, row) && (await draftAnswers(executor, row.id))) ||
      noAnswers,
    on: clinicDay(seen.call),
    site_telephone: row.site_telephone,
  }
}

export const noAnswers: Answers = {}

export async function presentSubmittedForm(
  executor: Executor,
  row: SubmittedFormRow,
  seen: Seen,
): Promise<SubmittedForm> {
  const isSeen = seesSubmitted(seen.viewer, row.kind, row.staff_id)
  return {
    ...(await presentSubmitted(executor, row, seen)),
    answers: isSeen ? await submittedAnswers(executor, row.id) : noAnswers,
    on: clinicDay(seen.call, row.submitted),
    site_telephone: row.site_telephone,
    ...(await whoseAndWhen(executor, row, seen.viewer)),
  }
}

async function whoseAndWhen(
  executor: Executor,
  { appointment_id, kind, staff_id }: SubmittedFormRow,
  viewer: FormViewer,
): Promise<Pick<SubmittedForm, 'patient' | 'appointment'>> {
  const found = await executor
    .selectFrom('appointment')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .where('appointment.id', '=', appointment_id)
    .select([
      'patient.full_name',
      'patient.dob',
      'type.name as appointment_type_name',
      'site.name as site_name',
      'appointment.starts_at',
      'appointment.ends_at',
    ])
    .executeTakeFirstOrThrow()
  return {
    patient: seesSubmitted(viewer, kind, staff_id)
      ? {
          full_name: viewer.patientName ?? found.full_name,
          dob: viewer.staff ? found.dob : null,
        }
      : { full_name: '', dob: null },
    appointment:
      viewer.staff && !can(viewer.staff, 'appointment.see', { staffId: staff_id })
        ? null
        : {
            appointment_type_name: found.appointment_type_name,
            site_name: found.site_name,
            start: found.starts_at.toISOString(),
            end: found.ends_at.toISOString(),
          },
  }
}

type FormAction = 'start' | 'change' | 'submit' | 'amend'
type FormAppointment = { staff_id: number; status: string; starts_at: Date }

const actionsByKind = {
  patient: {
    start: 'savedForm.start',
    change: 'savedForm.change',
    submit: 'submittedForm.add',
    amend: 'submittedForm.amend',
  },
  clinician: {
    start: 'clinicianForm.start',
    change: 'clinicianForm.change',
    submit: 'clinicianForm.change',
    amend: 'clinicianForm.change',
  },
} as const satisfies Record<string, Record<FormAction, PolicyAction>>

export function mayOnForm(
  viewer: FormViewer,
  action: FormAction,
  kind: string,
  { staff_id, status, starts_at }: FormAppointment,
  now: number,
): boolean {
  if (viewer.staff) {
    const of = kind === 'clinician' ? actionsByKind.clinician : actionsByKind.patient
    return can(viewer.staff, of[action], { staffId: staff_id, status })
  }
  if (kind === 'clinician' || status !== 'booked') return false
  return action !== 'amend' || now < starts_at.getTime()
}

/**
 * Who may write a form, but not read it, is answered without what anybody answered. A draft that
 * amends holds what was submitted.
 */
export function seesAnswers(
  { staff }: FormViewer,
  kind: string,
  { staff_id, amends = null }: { staff_id: number; amends?: number | null },
): boolean {
  if (!staff) return true
  const of = { staffId: staff_id }
  if (kind === 'clinician') return can(staff, 'clinicianForm.see', of)
  return can(staff, 'savedForm.see', of) && (amends === null || can(staff, 'submittedForm.see', of))
}

const seesSubmitted = ({ staff }: FormViewer, kind: string, staffId: number): boolean =>
  !staff ||
  can(staff, kind === 'clinician' ? 'clinicianForm.see' : 'submittedForm.see', { staffId })

const ended: Readonly<Record<string, string>> = {
  cancelled: 'This appointment was cancelled, so the form is no longer needed.',
  completed: 'This appointment has taken place. Contact the branch to add something.',
  did_not_attend: 'This appointment is marked as did not attend. Contact the branch.',
}

/** @throws Refusal `conflict` that says why nobody may do it to the form now. */
export function checkFormOpen(
  viewer: FormViewer,
  action: FormAction,
  kind: string,
  appointment: FormAppointment,
  now: number,
): void {
  if (mayOnForm(viewer, action, kind, appointment, now)) return
  throw new Refusal(
    'conflict',
    ended[appointment.status] ??
      'The appointment has started, so your answers can no longer be changed here. Tell the clinician.',
  )
}
