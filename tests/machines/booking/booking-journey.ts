import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { Attempt, ChosenSlot, Hold } from '#machines/booking/booking.types.ts'
import { bookingSubmissionMachine } from '#machines/booking/booking-submission.machine.ts'
import { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import { guest, hold } from './booking-samples.ts'

type CallInput = { fresh?: boolean; attempt?: Attempt; hold?: Hold; chosen?: ChosenSlot }
type Answer = unknown | Error

/** Answers by actor; the last one repeats, and an Error is thrown. */
type Answers = Partial<Record<ActorName, Answer[]>>
type ActorName = keyof typeof usual

const usual = {
  restoreDraft: { kind: 'nothing' } as Answer,
  loadWeek: { kind: 'loaded', week: '2026-08-03', day: '2026-08-06' } as Answer,
  holdSlot: { kind: 'held', hold } as Answer,
  releaseHold: undefined as Answer,
  fetchCheckout: undefined as Answer,
  findClash: { kind: 'none' } as Answer,
  checkGuest: { kind: 'unknown' } as Answer,
  saveGuest: { kind: 'saved', guest } as Answer,
  bookAppointment: { kind: 'booked', appointmentId: 77 } as Answer,
}

/** The booking flow with its real child machines; everything outside answers as told. */
export function startBooking(
  answers: Answers = {},
  viewer: string | null = null,
  pressed: ChosenSlot | null = null,
) {
  const clock = new SimulatedClock()
  const calls: { actor: ActorName; input: CallInput }[] = []
  const answering = (name: ActorName) => {
    const queue = [...(answers[name] ?? [usual[name]])]
    return fromPromise(async ({ input }) => {
      calls.push({ actor: name, input: input as CallInput })
      const answer = queue.length > 1 ? queue.shift() : queue[0]
      if (answer instanceof Error) throw answer
      return answer
    }) as never
  }
  const holdSlot = answering('holdSlot')
  const actor = createActor(
    slotChoiceMachine.provide({
      actors: {
        restoreDraft: answering('restoreDraft'),
        weekChoice: weekChoiceMachine.provide({ actors: { loadWeek: answering('loadWeek') } }),
        holdSlot,
        releaseHold: answering('releaseHold'),
        fetchCheckout: answering('fetchCheckout'),
        checkout: checkoutMachine.provide({
          actors: {
            holdRenewal: holdRenewalMachine.provide({ actors: { holdSlot } }),
            findClash: answering('findClash'),
            guestBooking: guestBookingMachine.provide({
              actors: { checkGuest: answering('checkGuest'), saveGuest: answering('saveGuest') },
            }),
            bookingSubmission: bookingSubmissionMachine.provide({
              actors: { bookAppointment: answering('bookAppointment') },
            }),
          },
        }),
      },
    }),
    { clock, input: { week: null, day: null, site: null, viewer, pressed } },
  )
  actor.start()
  const checkout = () => running(actor.getSnapshot().children.checkout)
  const parts = () => checkout().getSnapshot().children
  return {
    actor,
    clock,
    /** Of the checkout while it runs, else of the choice of a time. */
    state: () => {
      const { value, children } = actor.getSnapshot()
      return value === 'checkingOut' ? children.checkout?.getSnapshot().value : value
    },
    context: () => actor.getSnapshot().context,
    week: () => running(actor.getSnapshot().children.weekChoice),
    checkout,
    keeping: () => running(parts().holdRenewal),
    guest: () => running(parts().guestBooking),
    submission: () => running(parts().bookingSubmission),
    callsOf: (name: ActorName) =>
      calls.filter((call) => call.actor === name).map((call) => call.input),
    /** Lets every answer that is on its way arrive. */
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
}

function running<T>(child: T | undefined): T {
  if (!child) throw new Error('That part of the flow is not running')
  return child
}
