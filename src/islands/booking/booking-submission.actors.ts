import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { BookAppointmentInput, BookAppointmentResult } from '#machines/booking.types.ts'
import { bookingSubmissionMachine, type Postponed } from '#machines/booking-submission.machine.ts'
import { keepAccessToken } from './access-token.ts'
import { appointmentKey } from './appointment-key.ts'
import { refusalOf, sentenceOf, waitOf } from './refusals.ts'

type Outside = { api: ApiClient; queries: QueryClient; key: string | null }

/** Sends a confirmed booking over the API; the appointment itself goes to the query cache. */
export function bookingSubmission(outside: Outside) {
  return bookingSubmissionMachine.provide({
    actors: {
      bookAppointment: fromPromise<BookAppointmentResult | Postponed, BookAppointmentInput>(
        ({ input }) => bookAppointment(outside, input),
      ),
    },
  })
}

async function bookAppointment(
  { api, queries, key }: Outside,
  { chosen, hold, guest, attempt }: BookAppointmentInput,
): Promise<BookAppointmentResult | Postponed> {
  if (!chosen || !guest || !attempt) throw new Error('There is nothing to confirm')
  try {
    const appointment = await api.call('POST public/appointments/', {
      query: key ? { key } : {},
      body: {
        appointment_type_id: chosen.appointmentTypeId,
        start: chosen.start,
        site_id: chosen.site.id,
        gp_surgery_id: guest.gp_surgery_id,
        notes: attempt.notes,
        ...(hold && { hold_id: hold.id }),
      },
      headers: {
        'Guest-User-Access-Token': guest.guest_access_token,
        'Slot-Hold-Token': hold?.token ?? null,
        'Idempotency-Key': attempt.idempotencyKey,
      },
    })
    queries.setQueryData(appointmentKey(appointment.id), appointment)
    // A reload finds the appointment with it.
    keepAccessToken(appointment.id, appointment.access_token)
    return { kind: 'booked', appointmentId: appointment.id }
  } catch (error) {
    return resultOf(refusalOf(error))
  }
}

/** Every refusal is definitive: the appointment was certainly not made. */
function resultOf(refusal: ApiError): BookAppointmentResult | Postponed {
  if (refusal.code === 'slot_taken') return { kind: 'slotTaken' }
  if (refusal.status === 400) return refusedFields(refusal)
  if (refusal.status === 401) return { kind: 'guestUnknown' }
  if (refusal.status === 404) return { kind: 'withdrawn' }
  if (refusal.status === 429) return waitOf(refusal)
  return { kind: 'refused', detail: refusal.detail }
}

function refusedFields({ fields, detail }: ApiError): BookAppointmentResult {
  if (fields.gp_surgery_id) return { kind: 'detailsRefused', fields }
  if (fields.notes) return { kind: 'notesRefused', fields }
  const reason = sentenceOf(fields) || detail
  if (fields.start || fields.site_id) return { kind: 'notBookable', detail: reason }
  return { kind: 'refused', detail: reason }
}
