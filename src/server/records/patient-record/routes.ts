import type { Handlers } from '../../http/implement.ts'
import { readOwnMessages, readPatientMessages } from '../../messages/patient-messages.ts'
import { writeAllergies } from '../../people/allergies.ts'
import { readGuestRecord, readOwnRecord, readPatientRecord } from './read-record.ts'
import { readOwnTimeline, readTimeline } from './timeline.ts'

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
