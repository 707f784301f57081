import { sql } from 'kysely'
import { SavedFormSummary, SubmittedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import { resource } from '#lib/contract/resource.ts'
import { can } from '#lib/policy/policy.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { type ListQuery, LONG_LIST, listPage } from '../resources/list.ts'
import { appointmentFormRoutes } from './appointment-forms.ts'
import { clinicianFormRoutes } from './clinician-form.ts'
import { questionnaireFile, questionnaireResponseFile } from './fhir-files.ts'
import {
  type SavedFormRow,
  type SubmittedFormRow,
  savedFormRows,
  submittedFormRows,
} from './form-rows.ts'
import {
  type FindViewer,
  type FormViewer,
  guestViewer,
  patientViewer,
  staffViewer,
} from './form-viewer.ts'
import { presentEach, presentSaved, presentSubmitted } from './present-form.ts'
import { readFormFile, readSavedForm, readSubmittedForm } from './read-form.ts'
import { saveForm } from './save-form.ts'
import { startForm } from './start-form.ts'
import { amendForm, submitForm } from './submit-form.ts'
import { formUploadRoutes } from './upload-form-file.ts'

const formListRoutes = {
  'GET private/savedforms/': ({ query }, call) => listSavedForms(call, patientViewer(call), query),
  'GET admin/savedforms/': ({ query }, call) => listSavedForms(call, staffViewer(call), query),

  'GET private/submittedforms/': ({ query }, call) =>
    listSubmittedForms(call, patientViewer(call), query),
  'GET admin/submittedforms/': ({ query }, call) =>
    listSubmittedForms(call, staffViewer(call), query),
} satisfies Handlers

export const formRoutes = {
  ...appointmentFormRoutes,
  ...formListRoutes,
  'POST public/savedforms/': ({ body }, call) => startForm(call, guestViewer(call), body),
  'POST private/savedforms/': ({ body }, call) => startForm(call, patientViewer(call), body),
  'POST admin/savedforms/': ({ body }, call) => startForm(call, staffViewer(call), body),
  'GET public/savedforms/{id}/': ({ params }, call) =>
    readSavedForm(call, guestViewer(call), params.id),
  'GET private/savedforms/{id}/': ({ params }, call) =>
    readSavedForm(call, patientViewer(call), params.id),
  'GET admin/savedforms/{id}/': ({ params }, call) =>
    readSavedForm(call, staffViewer(call), params.id),
  'PUT public/savedforms/{id}/': ({ params, body }, call) =>
    saveForm(call, guestViewer(call), params.id, body),
  'PUT private/savedforms/{id}/': ({ params, body }, call) =>
    saveForm(call, patientViewer(call), params.id, body),
  'PUT admin/savedforms/{id}/': ({ params, body }, call) =>
    saveForm(call, staffViewer(call), params.id, body),
  'POST public/submittedforms/': ({ body }, call) => submitForm(call, guestViewer(call), body),
  'POST private/submittedforms/': ({ body }, call) => submitForm(call, patientViewer(call), body),
  'POST admin/submittedforms/': ({ body }, call) => submitForm(call, staffViewer(call), body),
  'GET public/submittedforms/{id}/': ({ params }, call) =>
    readSubmittedForm(call, guestViewer(call), params.id),
  'GET private/submittedforms/{id}/': ({ params }, call) =>
    readSubmittedForm(call, patientViewer(call), params.id),
  'GET admin/submittedforms/{id}/': ({ params }, call) =>
    readSubmittedForm(call, staffViewer(call), params.id),
  'GET admin/submittedforms/{id}/questionnaire-response/': ({ params }, call) =>
    questionnaireResponseFile(call, params.id),
  'GET admin/eforms/{id}/questionnaire/': ({ params }, call) => questionnaireFile(call, params.id),
  'PUT public/submittedforms/{id}/': ({ params, body }, call) =>
    amendForm(call, guestViewer(call), params.id, () => body),
  'PUT private/submittedforms/{id}/': ({ params, body }, call) =>
    amendForm(call, patientViewer(call), params.id, () => body),
  'PUT admin/submittedforms/{id}/': ({ params, body }, call) =>
    amendForm(call, staffViewer(call), params.id, () => body),
  ...clinicianFormRoutes,
  ...formUploadRoutes,
  'GET public/files/{id}/': ({ params }, call) => readFormFile(call, guestViewer(call), params.id),
  'GET private/files/{id}/': ({ params }, call) =>
    readFormFile(call, patientViewer(call), params.id),
  'GET admin/files/{id}/': ({ params }, call) => readFormFile(call, staffViewer(call), params.id),
} satisfies Handlers

type FormListQuery = ListQuery & {
  appointment_id?: number | undefined
  eform_id?: number | undefined
}

const savedForms = resource({
  name: 'saved form',
  path: 'savedforms',
  entity: SavedFormSummary,
  searchable: [],
  orderable: ['started', 'saved'],
  defaultOrder: 'saved',
})

const submittedForms = resource({
  name: 'submitted form',
  path: 'submittedforms',
  entity: SubmittedFormSummary,
  searchable: [],
  orderable: ['submitted'],
  defaultOrder: 'submitted',
})

async function listSavedForms(call: SignedInCall, findViewer: FindViewer, query: FormListQuery) {
  const { db } = call.services
  const viewer = await findViewer(db)
  const rows = narrowed(savedFormRows(db, viewer), viewer, query)
    .where('saved_form.kind', '=', 'patient')
    .where('saved_form.answers', 'is not', null)
  const page = await listPage(
    savedForms,
    db.selectFrom(rows.as('form')).selectAll(),
    query,
    LONG_LIST,
  )
  await auditListing(call, viewer, 'saved_form', query, page.results)
  const present = (row: SavedFormRow) => presentSaved(db, row, { call, viewer })
  return { ...page, results: await presentEach(page.results, present) }
}

async function listSubmittedForms(
  call: SignedInCall,
  findViewer: FindViewer,
  query: FormListQuery,
) {
  const { db } = call.services
  const viewer = await findViewer(db)
  const rows = narrowed(submittedFormRows(db, viewer), viewer, query).where(
    'saved_form.kind',
    '=',
    'patient',
  )
  const page = await listPage(
    submittedForms,
    db.selectFrom(rows.as('form')).selectAll(),
    query,
    LONG_LIST,
  )
  await auditListing(call, viewer, 'submitted_form', query, page.results)
  const present = (row: SubmittedFormRow) => presentSubmitted(db, row, { call, viewer })
  return { ...page, results: await presentEach(page.results, present) }
}

const auditListing = (
  call: SignedInCall,
  { staff }: FormViewer,
  subjectType: 'saved_form' | 'submitted_form',
  { appointment_id, eform_id }: FormListQuery,
  rows: readonly { patient_id: number }[],
) =>
  auditReads(call.services.db, call, {
    action: 'form.listed',
    subjectType,
    view: { appointment_id, eform_id, own: staff === null },
    patientIds: rows.map(({ patient_id }) => patient_id),
  })

function narrowed<Rows extends { where: (condition: ReturnType<typeof sql<boolean>>) => Rows }>(
  rows: Rows,
  { staff }: FormViewer,
  { appointment_id, eform_id }: FormListQuery,
): Rows {
  const conditions = [
    ...(staff && !can(staff, 'submittedForm.see')
      ? [sql<boolean>`appointment.staff_id = ${staff.staffId ?? 0}`]
      : []),
    ...(appointment_id === undefined ? [] : [sql<boolean>`appointment.id = ${appointment_id}`]),
    ...(eform_id === undefined ? [] : [sql<boolean>`eform.id = ${eform_id}`]),
  ]
  return conditions.reduce((narrower, condition) => narrower.where(condition), rows)
}
