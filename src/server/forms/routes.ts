import type { Handlers } from '../http/implement.ts'
import { byGuestToken, byPerson } from '../own-appointments/own-appointment.ts'
import { clinicAppointmentForms, ownAppointmentForms } from './appointment-forms.ts'
import { readClinicianForm, startClinicianForm, updateClinicianForm } from './clinician-form.ts'
import { questionnaireFile, questionnaireResponseFile } from './fhir-files.ts'
import { guestViewer, patientViewer, staffViewer } from './form-viewer.ts'
import { listSavedForms, listSubmittedForms } from './list-forms.ts'
import { readFormFile, readSavedForm, readSubmittedForm } from './read-form.ts'
import { saveForm } from './save-form.ts'
import { startForm } from './start-form.ts'
import { amendForm, submitForm } from './submit-form.ts'
import { amendByFile, type FormUpload, progressTo, uploadFormFile } from './upload-form-file.ts'

type UploadRequest = {
  params: { id: number }
  query: { item?: string | undefined }
  upload: FormUpload['receive']
}

const toUpload = (kind: FormUpload['kind'], { params, query, upload }: UploadRequest) => ({
  kind,
  id: params.id,
  item: query.item,
  receive: upload,
})

export const formRoutes = {
  'GET public/forms/{id}/': ({ params }, call) =>
    ownAppointmentForms(call, byGuestToken(call), guestViewer(call), params.id),
  'GET private/forms/{id}/': ({ params }, call) =>
    ownAppointmentForms(call, byPerson(call), patientViewer(call), params.id),
  'GET admin/forms/{id}/': ({ params }, call) => clinicAppointmentForms(call, params.id),

  'GET private/savedforms/': ({ query }, call) => listSavedForms(call, patientViewer(call), query),
  'GET admin/savedforms/': ({ query }, call) => listSavedForms(call, staffViewer(call), query),
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

  'GET private/submittedforms/': ({ query }, call) =>
    listSubmittedForms(call, patientViewer(call), query),
  'GET admin/submittedforms/': ({ query }, call) =>
    listSubmittedForms(call, staffViewer(call), query),
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

  'POST admin/clinicianforms/': ({ body }, call) => startClinicianForm(call, body),
  'GET admin/clinicianforms/{id}/': ({ params }, call) => readClinicianForm(call, params.id),
  'PUT admin/clinicianforms/{id}/': ({ params, body }, call) =>
    updateClinicianForm(call, params.id, body),

  'PUT public/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, guestViewer(call), {
      ...toUpload('patient', request),
      reportProgress: null,
    }),
  'PUT private/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, patientViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, staffViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/clinicianforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, staffViewer(call), {
      ...toUpload('clinician', request),
      reportProgress: progressTo(call),
    }),
  'PUT public/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, guestViewer(call), { ...toUpload('patient', request), reportProgress: null }),
  'PUT private/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, patientViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, staffViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'GET public/files/{id}/': ({ params }, call) => readFormFile(call, guestViewer(call), params.id),
  'GET private/files/{id}/': ({ params }, call) =>
    readFormFile(call, patientViewer(call), params.id),
  'GET admin/files/{id}/': ({ params }, call) => readFormFile(call, staffViewer(call), params.id),
} satisfies Handlers
