import type { Handlers } from '../http/implement.ts'
import { addOutcome, changeOutcome, withdrawOutcome } from './change-outcomes.ts'
import { previewLetter, readLetter } from './outcome-letter.ts'
import { guestReader, listOutcomes, patientReader, staffReader } from './recorded-outcomes.ts'

type RenderRequest = {
  params: { id: number }
  query: { appointment_id: number; recorded_id?: number | undefined }
}

const requestedLetter = ({ params, query }: RenderRequest) => ({
  outcomeId: params.id,
  recordedId: query.recorded_id,
})

export const outcomeRoutes = {
  'GET public/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, guestReader(call), params.id),
  'GET private/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, patientReader(call), params.id),
  'GET admin/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, staffReader(call), params.id),
  'POST admin/appointments/{id}/outcomes/': ({ params, body }, call) =>
    addOutcome(call, params.id, body),
  'PUT admin/appointments/{id}/outcomes/{recorded_id}/': ({ params, body }, call) =>
    changeOutcome(call, params, body),
  'DELETE admin/appointments/{id}/outcomes/{recorded_id}/': ({ params, body }, call) =>
    withdrawOutcome(call, params, body),

  'GET public/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, guestReader(call), request.query.appointment_id, requestedLetter(request)),
  'GET private/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, patientReader(call), request.query.appointment_id, requestedLetter(request)),
  'GET admin/appointmentoutcomes/{id}/render/': (request, call) =>
    readLetter(call, staffReader(call), request.query.appointment_id, requestedLetter(request)),
  'POST admin/appointmentoutcomes/preview/': ({ body }, call) => previewLetter(call, body),
} satisfies Handlers
