import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { StrandedAppointment } from '#lib/contract/stranded.ts'
import { isKind, ofKind } from './actor-result.ts'
import type {
  AvailabilityChange,
  AvailabilityEditingEvent,
  CheckResult,
  Decision,
  SaveResult,
} from './availability-editing.types.ts'
import { providedActor } from './provided-actor.ts'

type Context = {
  change: AvailabilityChange | null
  /** Nowhere else, and only until the change is made or given up. */
  pin: string | null
  pinProblem: string | null
  refusedFields: FieldErrors
  stranded: readonly StrandedAppointment[]
  decisions: readonly Decision[]
  /** Earlier decisions no longer held. */
  isOutdated: boolean
}

const nothing: Context = {
  change: null,
  pin: null,
  pinProblem: null,
  refusedFields: {},
  stranded: [],
  decisions: [],
  isOutdated: false,
}

type Answered = { event: { output: CheckResult | SaveResult } }

/** What checking and saving may both be answered instead. */
const refusals = [
  {
    guard: isKind('refused'),
    target: 'editing.refused',
    actions: {
      type: 'showRefusedFields',
      params: ({ event }: Answered) => ofKind(event, 'refused'),
    },
  },
  {
    guard: isKind('pinRefused'),
    target: 'askingPin',
    actions: {
      type: 'tellPinProblem',
      params: ({ event }: Answered) => ofKind(event, 'pinRefused'),
    },
  },
  { guard: isKind('notAllowed'), target: 'editing.notAllowed', actions: 'forget' },
  { guard: isKind('signedOut'), target: 'editing.signedOut', actions: 'forget' },
  { target: 'stale' },
] as const

/**
 * Making, changing or deleting an availability: the form, the PIN of whom one acts for, what it would
 * strand, and the write. What was typed is the form's; what is on its way is here.
 */
export const availabilityEditingMachine = setup({
  types: { context: {} as Context, events: {} as AvailabilityEditingEvent },
  actors: {
    checkChange: providedActor<
      CheckResult,
      { change: AvailabilityChange | null; pin: string | null }
    >(),
    saveChange: providedActor<
      SaveResult,
      { change: AvailabilityChange | null; pin: string | null; decisions: readonly Decision[] }
    >(),
  },
  actions: {
    keepChange: assign((_, params: { change: AvailabilityChange }) => ({
      ...nothing,
      change: params.change,
    })),
    keepPin: assign((_, params: { pin: string }) => ({ pin: params.pin, pinProblem: null })),
    tellPinProblem: assign((_, params: { message: string }) => ({
      pin: null,
      pinProblem: params.message,
    })),
    keepStranded: assign((_, params: { stranded: readonly StrandedAppointment[] }) => ({
      stranded: params.stranded,
      decisions: [],
    })),
    keepDecisions: assign((_, params: { decisions: readonly Decision[] }) => ({
      decisions: params.decisions,
    })),
    forgetButDecisions: assign(({ context: { decisions } }) => ({ ...nothing, decisions })),
    decideNothing: assign({ stranded: [], decisions: [] }),
    tellOutdated: assign({ stranded: [], decisions: [], isOutdated: true }),
    showRefusedFields: assign((_, params: { fields: FieldErrors }) => ({
      ...nothing,
      refusedFields: params.fields,
    })),
    forget: assign(nothing),
  },
  guards: {
    needsPin: (_, params: { needsPin: boolean }) => params.needsPin,
  },
}).createMachine({
  id: 'availabilityEditing',
  context: nothing,
  initial: 'editing',
  states: {
    editing: {
      initial: 'answering',
      on: {
        'change.submitted': [
          {
            guard: { type: 'needsPin', params: ({ event }) => event },
            target: 'askingPin',
            actions: { type: 'keepChange', params: ({ event }) => event },
          },
          {
            target: 'checking',
            actions: { type: 'keepChange', params: ({ event }) => event },
          },
        ],
      },
      states: { answering: {}, refused: {}, failed: {}, notAllowed: {}, signedOut: {} },
    },
    askingPin: {
      on: {
        'pin.entered': {
          target: 'checking',
          actions: { type: 'keepPin', params: ({ event }) => event },
        },
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    checking: {
      invoke: {
        id: 'checkChange',
        src: 'checkChange',
        input: ({ context: { change, pin } }) => ({ change, pin }),
        onDone: [
          { guard: isKind('clear'), target: 'saving', actions: 'decideNothing' },
          {
            guard: isKind('stranded'),
            target: 'deciding',
            actions: { type: 'keepStranded', params: ({ event }) => ofKind(event, 'stranded') },
          },
          ...refusals,
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    deciding: {
      on: {
        'decisions.made': {
          target: 'saving',
          actions: { type: 'keepDecisions', params: ({ event }) => event },
        },
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    saving: {
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context: { change, pin, decisions } }) => ({ change, pin, decisions }),
        onDone: [
          { guard: isKind('saved'), target: 'saved' },
          // What is stranded now, and what is free, has to be looked at again.
          { guard: isKind('outdated'), target: 'checking', actions: 'tellOutdated' },
          ...refusals,
        ],
        // Whether it was made is not known: a second time it would be stale, or clash with itself.
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    stale: { type: 'final', entry: 'forget' },
    /** The decisions are there to be told. */
    saved: { type: 'final', entry: 'forgetButDecisions' },
  },
})
