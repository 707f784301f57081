import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { BookingInput, Step } from '#machines/booking/booking.types.ts'
import { type BookingDeps, bookingWithActors } from './booking.actors.ts'
import type { DraftStore } from './booking-draft.ts'
import type { BookingSnapshot } from './booking-steps.ts'
import { bookedChannel } from './confirm/booked-channel.ts'
import { keepAccessToken } from './manage/access-token.ts'

/** The running booking flow: its draft is kept at every step, and the network's return is heard. */
export function useBookingActor(deps: BookingDeps, input: BookingInput) {
  const [machine] = useState(() => bookingWithActors(deps))
  const actor = useActorRef(machine, { input }, (snapshot) => keepProgress(deps.drafts, snapshot))
  const snapshot = useSelector(actor, (state) => state)
  // The screen also follows what the guest part of the flow is at.
  useSelector(snapshot.children.guestBooking, (guest) => guest?.value)
  useEffect(() => {
    const restored = () => {
      actor.send({ type: 'connection.restored' })
      actor.getSnapshot().children.guestBooking?.send({ type: 'connection.restored' })
    }
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [actor])
  useEffect(
    () =>
      bookedChannel.listen(({ appointmentId, accessToken, holdToken }) => {
        // What one tab has booked, each can open.
        if (accessToken) keepAccessToken(appointmentId, accessToken)
        const event = { type: 'booked.elsewhere' as const, appointmentId, holdToken }
        if (actor.getSnapshot().can(event)) actor.send(event)
      }),
    [actor],
  )
  // What another tab has given back is held no more.
  useEffect(() => deps.drafts.onHoldGone(() => actor.send({ type: 'hold.lapsed' })), [actor, deps])
  return { actor, snapshot }
}

function keepProgress(drafts: DraftStore, snapshot: BookingSnapshot) {
  if (snapshot.status === 'done') return drafts.wipe()
  if (snapshot.matches('resuming') || snapshot.matches('askingToContinue')) return
  if (snapshot.matches('releasing') || snapshot.matches('checkingHold')) return
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
  const isBefore = ['comparing', 'warned', 'identifying'].some((held) =>
    snapshot.matches({ held } as never),
  )
  const isHolding = snapshot.matches('holdingSlot') || snapshot.matches('holdExpired')
  return isBefore || isHolding ? 'details' : 'review'
}
