import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { BookingInput, Step } from '#machines/booking.types.ts'
import { type BookingOutside, bookingWithActors } from './booking.actors.ts'
import type { DraftStore } from './booking-draft.ts'
import type { BookingSnapshot } from './booking-steps.ts'

/** The running booking flow: its draft is kept at every step, and the network's return is heard. */
export function useBookingActor(outside: BookingOutside, input: BookingInput) {
  const [machine] = useState(() => bookingWithActors(outside))
  const actor = useActorRef(machine, { input }, (snapshot) =>
    keepProgress(outside.drafts, snapshot),
  )
  const snapshot = useSelector(actor, (state) => state)
  // The screen also follows what the guest part of the flow is at.
  useSelector(snapshot.children.guestBooking, (guest) => guest?.value)
  useEffect(() => {
    const restored = () => {
      actor.send({ type: 'connection.restored' })
      const { bookingSubmission, guestBooking } = actor.getSnapshot().children
      bookingSubmission?.send({ type: 'connection.restored' })
      guestBooking?.send({ type: 'connection.restored' })
    }
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [actor])
  return { actor, snapshot }
}

function keepProgress(drafts: DraftStore, snapshot: BookingSnapshot) {
  if (snapshot.status === 'done') return drafts.wipe()
  if (snapshot.matches('resuming') || snapshot.matches('askingToContinue')) return
  if (snapshot.matches('releasing')) return
  const { chosen, hold, attempt, guest } = snapshot.context
  if (snapshot.matches('signedOut')) {
    const isHeld = hold !== null
    return drafts.change({ attempt, guest: attempt && guest, ...(!isHeld && { step: 'choose' }) })
  }
  drafts.change({
    step: draftStep(snapshot),
    chosen,
    hold: hold && { id: hold.id, token: hold.token, expiresAt: hold.expiresAt },
    attempt,
    guest: attempt && guest,
  })
}

function draftStep(snapshot: BookingSnapshot): Step {
  if (snapshot.matches('choosing')) return 'choose'
  const isBefore = snapshot.matches('holdingSlot') || snapshot.matches({ held: 'identifying' })
  return isBefore || snapshot.matches('holdExpired') ? 'details' : 'review'
}
