import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import type { ChosenSlot } from '#machines/booking/booking.types.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { storedAccessTokens } from '../../own-appointments/appointment/access-token.ts'
import type { GuestSession } from './guest-session.ts'

export type OwnSide = { api: ApiClient; session: GuestSession; durationMinutes: number }

const COMPARED = 100

type Own = Appointment & { isTheirs: boolean }

/**
 * It lists appointments of who is signed in, and those that this tab can open. It leaves out what
 * cannot be read, because a warning stops nobody.
 */
async function ownBookings({ api, session }: OwnSide, viewer: string | null): Promise<Own[]> {
  const guestId = viewer === null ? session.read()?.id : undefined
  const opened = storedAccessTokens().map(async ({ id, token }) => {
    const headers = { 'Guest-User-Access-Token': token }
    const booking = await api.call('GET public/appointments/{id}/', { params: { id }, headers })
    return { ...booking, isTheirs: booking.patient_id === guestId }
  })
  const answers = await Promise.allSettled([viewer === null ? [] : listOwn(api), ...opened])
  return answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .filter(({ status, end }) => status === 'booked' && Date.parse(end) > Date.now())
}

async function listOwn(api: ApiClient): Promise<Own[]> {
  const { results } = await api.call('GET private/appointments/', {
    query: { when: 'upcoming', ordering: 'start', page_size: COMPARED },
  })
  return results.map((booking) => ({ ...booking, isTheirs: true }))
}

export async function takenBy(
  deps: OwnSide,
  { appointmentTypeId, start, site }: ChosenSlot,
  viewer: string | null,
): Promise<{ kind: 'slotTaken' } | { kind: 'alreadyBooked'; appointmentId: number }> {
  const own = await ownBookings(deps, viewer)
  const same = own.find(
    (booking) =>
      booking.appointment_type_id === appointmentTypeId &&
      Date.parse(booking.start) === Date.parse(start) &&
      booking.site_id === site.id,
  )
  return same ? { kind: 'alreadyBooked', appointmentId: same.id } : { kind: 'slotTaken' }
}

/** Finds an own appointment at the chosen time, or of the same service. */
export async function findClash(
  deps: OwnSide,
  { chosen, viewer }: ActorInput<typeof checkoutMachine, 'findClash'>,
): Promise<ActorResult<typeof checkoutMachine, 'findClash'>> {
  if (!chosen) return { kind: 'none' }
  const own = await ownBookings(deps, viewer)
  const start = Date.parse(chosen.start)
  const end = start + deps.durationMinutes * 60_000
  const then = own.find(
    (booking) => Date.parse(booking.start) < end && Date.parse(booking.end) > start,
  )
  const found =
    then ?? own.find(({ appointment_type_id: type }) => type === chosen.appointmentTypeId)
  if (!found) return { kind: 'none' }
  const isGuest = viewer === null
  const isTwiceAtOnce = then?.isTheirs === true
  return {
    kind: 'clash',
    clash: {
      reason: then ? 'sameTime' : 'sameService',
      booking: {
        id: found.id,
        service: found.appointment_type.name,
        start: found.start,
        site: found.site.name,
        patient: isGuest ? found.patient.full_name : null,
      },
      // Nobody has two appointments at one time: the server would refuse the second.
      canContinue: isGuest || !isTwiceAtOnce,
      isForOthersOnly: isGuest && isTwiceAtOnce,
    },
  }
}
