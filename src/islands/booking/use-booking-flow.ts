import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { SlotChoiceInput, slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { storeAccessToken } from '../own-appointments/appointment/access-token.ts'
import { slotChoiceWithActors } from './booking.actors.ts'
import type { BookingDeps } from './booking-deps.ts'
import type { DraftStorage } from './booking-draft.ts'
import { bookingView, type SlotChoiceSnapshot } from './booking-view.ts'
import { bookedChannel } from './confirm/booked-channel.ts'
import type { BookingData, BookingEvent, OpenBooking } from './use-booking.ts'

export function useBookingFlow(deps: BookingDeps, input: SlotChoiceInput) {
  const { draft, onHoldGone } = deps.drafts
  const [machine] = useState(() => slotChoiceWithActors(deps))
  const actor = useActorRef(machine, { input }, (snapshot) => storeProgress(draft, snapshot))
  const [{ can, send }] = useState(() => ({
    can: (event: BookingEvent) => findReceiver(actor, event) !== undefined,
    send: (event: BookingEvent) =>
      event.type === 'draft.changed' || event.type === 'details.typed'
        ? draft.send(event)
        : findReceiver(actor, event)?.send(event),
  }))
  const view = bookingView(useWholeSnapshot(actor))
  const draftContext = useSelector(draft, (state) => state.context)
  useEffect(() => {
    const restored = () => send({ type: 'connection.restored' })
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [send])
  useEffect(
    () =>
      bookedChannel.listen(({ appointmentId, accessToken, holdToken }) => {
        if (accessToken) storeAccessToken(appointmentId, accessToken)
        send({ type: 'booked.elsewhere', appointmentId, holdToken })
      }),
    [send],
  )
  useEffect(() => onHoldGone(() => send({ type: 'hold.lapsed' })), [send, onHoldGone])
  const data = { ...view.data, draft: draftContext }
  const booking: OpenBooking = { screen: view.screen, data, can, send }
  return { booking, step: view.step, status: view.status }
}

function useWholeSnapshot(actor: ActorRefFrom<typeof slotChoiceMachine>) {
  const snapshot = useSelector(actor, (state) => state)
  useSelector(snapshot.children.weekChoice, (state) => state)
  const parts = useSelector(snapshot.children.checkout, (state) => state)?.children
  useSelector(parts?.guestBooking, (state) => state)
  useSelector(parts?.bookingSubmission, (state) => state)
  useSelector(parts?.holdRenewal, (state) => state)
  return snapshot
}

type EventReceiver = {
  getSnapshot: () => { can: (event: BookingEvent) => boolean }
  send: (event: BookingEvent) => void
}

function findReceiver(actor: ActorRefFrom<typeof slotChoiceMachine>, event: BookingEvent) {
  const { weekChoice, checkout } = actor.getSnapshot().children
  const parts = checkout?.getSnapshot().children
  const receivers = [
    actor,
    weekChoice,
    checkout,
    parts?.guestBooking,
    parts?.bookingSubmission,
    parts?.holdRenewal,
  ]
  return (receivers as (EventReceiver | undefined)[]).find((receiver) =>
    receiver?.getSnapshot().can(event),
  )
}

function storeProgress(draft: DraftStorage['draft'], snapshot: SlotChoiceSnapshot) {
  const change = (changes: Partial<BookingData['draft']>) =>
    draft.send({ type: 'draft.changed', changes })
  const { value, context, children } = snapshot
  if (snapshot.status === 'done') return draft.send({ type: 'draft.wiped' })
  if (['resuming', 'askingToContinue', 'releasing', 'checkingHold'].includes(value)) return
  const { chosen, hold } = context
  const { attempt, guest } = children.checkout?.getSnapshot().context ?? context.started
  const unanswered = { attempt, guest: attempt && guest }
  if (value === 'signedOut') return change({ ...unanswered, ...(!hold && { step: 'choose' }) })
  return change({
    step: bookingView(snapshot).draftStep,
    chosen,
    hold: hold && { id: hold.id, token: hold.token, expiresAt: hold.expiresAt },
    acceptedId: context.started.acceptedId,
    ...unanswered,
  })
}
