import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import { certainRefusal, joinFieldErrors, toRateLimited } from '#lib/api/refusals.ts'
import type { BookAppointmentResult, Hold } from '#machines/booking/booking.types.ts'
import {
  bookingSubmissionMachine,
  type Postponed,
} from '#machines/booking/booking-submission.machine.ts'
import { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import type { ActorInput } from '#machines/provided-actor.ts'
import { storeAccessToken } from '../own-appointments/appointment/access-token.ts'
import { appointmentKey } from '../own-appointments/appointment/appointment-key.ts'
import type { BookingDeps } from './booking-deps.ts'
import { requestHold } from './choose/request-hold.ts'
import { bookedChannel } from './confirm/booked-channel.ts'
import { guestBookingWithActors } from './details/booker-calls.ts'
import { findClash, type OwnSide, takenBy } from './details/own-bookings.ts'

/** Nothing more is fetched later, because the network may go. */
export function checkoutWithActors(deps: BookingDeps) {
  return checkoutMachine.provide({
    actors: {
      holdRenewal: holdRenewalMachine.provide({
        actors: {
          holdSlot: fromPromise(({ input }) => requestHold(deps, input)),
        },
      }),
      findClash: fromPromise(({ input }) => findClash(deps, input)),
      guestBooking: guestBookingWithActors(deps),
      bookingSubmission: bookingSubmissionMachine.provide({
        actors: {
          bookAppointment: fromPromise(({ input }) => submitBooking(deps, input)),
        },
      }),
    },
  })
}

type BookingSide = OwnSide & { queries: QueryClient; key: string | null }

async function submitBooking(
  deps: BookingSide,
  { chosen, hold, guest, attempt }: ActorInput<typeof bookingSubmissionMachine, 'bookAppointment'>,
): Promise<BookAppointmentResult | Postponed> {
  const { api, queries, session, key } = deps
  if (!chosen || !guest || !attempt) throw new Error('There is nothing to confirm')
  // Another person may have signed in since: the confirming one books.
  const token = guest.guest_access_token
  try {
    const query = key ? { key } : {}
    const body = {
      appointment_type_id: chosen.appointmentTypeId,
      start: chosen.start,
      site_id: chosen.site.id,
      gp_surgery_id: guest.gp_surgery_id,
      notes: attempt.notes,
      ...(hold && { hold_id: hold.id }),
    }
    const headers = {
      'Slot-Hold-Token': hold?.token ?? null,
      'Idempotency-Key': attempt.idempotencyKey,
    }
    if (token === null) {
      const appointment = await api.call('POST private/appointments/', {
        query,
        body: { ...body, patient_id: guest.id },
        headers,
      })
      queries.setQueryData(appointmentKey(appointment.id), appointment)
      return booked(appointment.id, null, hold)
    }
    const appointment = await api.call('POST public/appointments/', {
      query,
      body,
      headers: { 'Guest-User-Access-Token': token, ...headers },
    })
    queries.setQueryData(appointmentKey(appointment.id), appointment)
    storeAccessToken(appointment.id, appointment.access_token)
    const known = session.read()
    if (known?.id === guest.id) session.keep({ ...known, hasBooked: true })
    return booked(appointment.id, appointment.access_token, hold)
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.code === 'slot_taken') {
      return await takenBy(deps, chosen, token === null ? guest.uuid : null)
    }
    return toResult(refusal, token === null)
  }
}

function booked(
  appointmentId: number,
  accessToken: string | null,
  hold: Hold | null,
): BookAppointmentResult {
  bookedChannel.announce({ appointmentId, accessToken, holdToken: hold?.token ?? null })
  return { kind: 'booked', appointmentId }
}

/** Every refusal is definitive: the appointment was certainly not made. */
function toResult(refusal: ApiError, isSignedIn: boolean): BookAppointmentResult | Postponed {
  if (refusal.isUnsent) return { kind: 'unsent' }
  if (refusal.status === 400) return refusedFields(refusal)
  if (refusal.status === 401) return { kind: isSignedIn ? 'signedOut' : 'guestUnknown' }
  if (refusal.status === 403 && isSignedIn) return { kind: 'signedOut' }
  if (refusal.status === 404) return { kind: 'withdrawn' }
  if (refusal.status === 429) return toRateLimited(refusal)
  return { kind: 'refused', detail: refusal.detail }
}

function refusedFields({ fields, detail }: ApiError): BookAppointmentResult {
  if (fields.gp_surgery_id) return { kind: 'detailsRefused', fields }
  if (fields.notes) return { kind: 'notesRefused', fields }
  const reason = joinFieldErrors(fields) || detail
  if (fields.start || fields.site_id) return { kind: 'notBookable', detail: reason }
  return { kind: 'refused', detail: reason }
}
