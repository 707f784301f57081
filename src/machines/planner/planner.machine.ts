import { assign, setup } from 'xstate'
import type { SiteSummary } from '#lib/contract/booking.ts'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type PlannerPlace = {
  date: string
  start: string
  end: string
  site: SiteSummary
  /** It is null for any competent clinician who is free. */
  clinician: { staffId: number; name: string; roomId: number | null } | null
  /** Its duration is the usual one; both are in minutes. */
  type: { id: number; name: string; duration: number }
  duration: number
}

export type PlannerPatient = {
  id: number
  full_name: string
  dob: string | null
  email: string
  mobile: string
}

export type Repeat = { everyWeeks: number; times: number }

/** A confirmed booking whose answer is awaited: sent again, it is sent exactly like this. */
type Attempt = {
  idempotencyKey: string
  repeat: Repeat | null
  notes: string
  notification: NotifyPatient
}

export type UnbookableOccurrence = { occurrence: number; reason: string }

export type BookedPlace = {
  id: number
  reference: string
  start: string
  clinician: { staffId: number; name: string }
}

type BookPlannedResult =
  | { kind: 'booked'; appointments: BookedPlace[] }
  | { kind: 'slotTaken'; detail: string }
  | { kind: 'unbookable'; unbookable: UnbookableOccurrence[] }
  | { kind: 'refused'; detail: string }

type BookPlannedInput = {
  place: PlannerPlace | null
  patient: PlannerPatient | null
  attempt: Attempt | null
}

type PlannerContext = BookPlannedInput & {
  date: string | null
  unbookable: UnbookableOccurrence[]
  refusal: string | null
  lost: { start: string; detail: string } | null
  booked: BookedPlace[]
}

type PlannerEvent =
  | { type: 'date.chosen'; date: string }
  | { type: 'date.closed' }
  | { type: 'time.chosen'; place: PlannerPlace }
  | { type: 'time.changed' }
  | { type: 'patient.chosen'; patient: PlannerPatient }
  | { type: 'patient.changed' }
  | { type: 'patient.dropped' }
  | ({ type: 'booking.confirmed' } & Attempt)
  | { type: 'booking.retried' }
  | { type: 'booking.left' }
  | { type: 'another.requested'; samePatient: boolean }
  | { type: 'dates.revisited' }
  | { type: 'times.revisited'; date: string }
  | { type: 'patient.revisited' }
  | { type: 'check.revisited' }

const nothingChosen = {
  date: null,
  place: null,
  patient: null,
  attempt: null,
  unbookable: [],
  refusal: null,
  lost: null,
  booked: [],
} satisfies PlannerContext

// Who goes back keeps what was chosen after that step, so that the way forward is open again.
const toDates = { target: 'choosingDate', actions: 'forgetLost' } as const
const toTimes = {
  target: 'choosingTime',
  actions: { type: 'showDate', params: ({ event }: { event: { date: string } }) => event },
} as const
const toPatient = { guard: 'hasPlace', target: 'choosingPatient' } as const
const toCheck = { guard: 'isChecked', target: 'confirming' } as const

/**
 * Somebody who works here plans an appointment: a date with free places, a time of it, the patient,
 * once or repeated. What is searched for stands in the page's address; what was found is the island's.
 */
export const plannerMachine = setup({
  types: {
    context: {} as PlannerContext,
    events: {} as PlannerEvent,
    /** It is set where the patient is known at the start. */
    input: {} as { patient: PlannerPatient | null } | undefined,
  },
  actors: { bookPlanned: providedActor<BookPlannedResult, BookPlannedInput>() },
  actions: {
    showDate: assign({ date: (_, params: { date: string }) => params.date, lost: null }),
    closeDate: assign({ date: null, place: null, lost: null }),
    forgetLost: assign({ lost: null }),
    choosePlace: assign({
      place: (_, params: { place: PlannerPlace }) => params.place,
      lost: null,
      unbookable: [],
      refusal: null,
    }),
    choosePatient: assign({
      patient: (_, params: { patient: PlannerPatient }) => params.patient,
      unbookable: [],
      refusal: null,
    }),
    dropPatient: assign({ patient: null }),
    storeAttempt: assign({
      attempt: (_, { idempotencyKey, repeat, notes, notification }: Attempt) => ({
        idempotencyKey,
        repeat,
        notes,
        notification,
      }),
      unbookable: [],
      refusal: null,
    }),
    loseTime: assign(({ context: { place } }, { detail }: { detail: string }) => ({
      lost: { start: place?.start ?? '', detail },
      place: null,
    })),
    showUnbookable: assign({
      unbookable: (_, params: { unbookable: UnbookableOccurrence[] }) => params.unbookable,
    }),
    showRefusal: assign({ refusal: (_, params: { detail: string }) => params.detail }),
    noteBooked: assign({
      booked: (_, params: { appointments: BookedPlace[] }) => params.appointments,
      attempt: null,
    }),
    startAgain: assign(({ context }, params: { samePatient: boolean }) => ({
      ...nothingChosen,
      patient: params.samePatient ? context.patient : null,
    })),
  },
  guards: {
    hasPatient: ({ context }) => context.patient !== null,
    hasPlace: ({ context }) => context.place !== null,
    isChecked: ({ context }) => context.place !== null && context.patient !== null,
  },
}).createMachine({
  id: 'planner',
  context: ({ input }) => ({ ...nothingChosen, patient: input?.patient ?? null }),
  initial: 'choosingDate',
  states: {
    choosingDate: {
      on: {
        'date.chosen': { target: 'choosingTime', actions: withEvent('showDate') },
        'patient.dropped': { guard: 'hasPatient', actions: 'dropPatient' },
        'times.revisited': toTimes,
        'patient.revisited': toPatient,
        'check.revisited': toCheck,
      },
    },
    choosingTime: {
      on: {
        'date.closed': { target: 'choosingDate', actions: 'closeDate' },
        'time.chosen': [
          { guard: 'hasPatient', target: 'confirming', actions: withEvent('choosePlace') },
          { target: 'choosingPatient', actions: withEvent('choosePlace') },
        ],
        'dates.revisited': toDates,
        'patient.revisited': toPatient,
        'check.revisited': toCheck,
      },
    },
    choosingPatient: {
      on: {
        'patient.chosen': { target: 'confirming', actions: withEvent('choosePatient') },
        'time.changed': 'choosingTime',
        'dates.revisited': toDates,
        'times.revisited': toTimes,
        'check.revisited': toCheck,
      },
    },
    confirming: {
      on: {
        'booking.confirmed': { target: 'booking', actions: withEvent('storeAttempt') },
        'time.changed': 'choosingTime',
        'patient.changed': { target: 'choosingPatient', actions: 'dropPatient' },
        'dates.revisited': toDates,
        'times.revisited': toTimes,
        'patient.revisited': toPatient,
      },
    },
    booking: {
      invoke: {
        id: 'bookPlanned',
        src: 'bookPlanned',
        input: ({ context: { place, patient, attempt } }) => ({ place, patient, attempt }),
        onDone: [
          whenKind('booked', { target: 'booked', actions: 'noteBooked' }),
          whenKind('slotTaken', { target: 'choosingTime', actions: 'loseTime' }),
          whenKind('unbookable', { target: 'confirming', actions: 'showUnbookable' }),
          whenKind('refused', { target: 'confirming', actions: 'showRefusal' }),
        ],
        onError: 'unanswered',
      },
    },
    /**
     * It may have been booked: only the same request can be sent again without booking twice, and
     * nothing is sent without a press.
     */
    unanswered: {
      on: {
        'booking.retried': 'booking',
        'booking.left': {
          target: 'choosingDate',
          actions: { type: 'startAgain', params: { samePatient: false } },
        },
      },
    },
    booked: {
      on: {
        'another.requested': { target: 'choosingDate', actions: withEvent('startAgain') },
        'dates.revisited': {
          target: 'choosingDate',
          actions: { type: 'startAgain', params: { samePatient: false } },
        },
      },
    },
  },
})
