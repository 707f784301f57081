import type { Handlers } from '../../http/implement.ts'
import { fhirRecordFile } from './fhir-record-file.ts'
import { ownRecordFile } from './own-record-file.ts'

export const recordExportRoutes = {
  'GET private/patient-record/export/': (_request, call) => ownRecordFile(call),
  'GET admin/patient-records/{id}/fhir/': ({ params }, call) => fhirRecordFile(call, params.id),
} satisfies Handlers
