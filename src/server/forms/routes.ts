import type { Handlers } from '../http/implement.ts'
import { appointmentFormRoutes } from './appointment-forms.ts'
import { clinicianFormRoutes } from './clinician-form.ts'
import { questionnaireFile, questionnaireResponseFile } from './fhir-files.ts'
import { guestViewer, patientViewer, staffViewer } from './form-viewer.ts'
import { formListRoutes } from './list-forms.ts'
import { readFormFile, readSavedForm, readSubmittedForm } from './read-form.ts'
import { saveForm } from './save-form.ts'
import { startForm } from './start-form.ts'
import { amendForm, submitForm } from './submit-form.ts'
import { formUploadRoutes } from './upload-form-file.ts'

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
