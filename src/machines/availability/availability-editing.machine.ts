import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import { isKind, ofKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type {
  AvailabilityChange,
  AvailabilityEditingEvent,
  CheckResult,
  SaveResult,
} from './availability-editing.types.ts'

type Context = {
  change: AvailabilityChange | null
  /** Nowhere else, and only until the change is made or given up. */
  pin: string | null
  pinProblem: string | null
  refusedFields: FieldErrors
  orphaned: readonly OrphanedAppointment[]
  resolutions: readonly Resolution[]
  /** Earlier decisions no longer held. */
  isOutdated: boolean
}

const nothing: Context = {
  change: null,
  pin: null,
  pinProblem: null,
  refusedFields: {},
  orphaned: [],
  resolutions: [],
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
 * orphan, and the write. What was typed is the form's; what is on its way is here.
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
      { change: AvailabilityChange | null; pin: string | null; resolutions: readonly Resolution[] }
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
    storeOrphaned: assign((_, params: { orphaned: readonly OrphanedAppointment[] }) => ({
      orphaned: params.orphaned,
      resolutions: [],
    })),
    storeResolutions: assign((_, params: { resolutions: readonly Resolution[] }) => ({
      resolutions: params.resolutions,
    })),
    forgetAllButResolutions: assign(({ context: { resolutions } }) => ({
      ...nothing,
      resolutions,
    })),
    forgetResolutions: assign({ orphaned: [], resolutions: [] }),
    tellOutdated: assign({ orphaned: [], resolutions: [], isOutdated: true }),
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
          { guard: isKind('clear'), target: 'saving', actions: 'forgetResolutions' },
          {
            guard: isKind('orphaned'),
            target: 'deciding',
            actions: { type: 'storeOrphaned', params: ({ event }) => ofKind(event, 'orphaned') },
          },
          ...refusals,
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    deciding: {
      on: {
        'resolutions.chosen': {
          target: 'saving',
          actions: { type: 'storeResolutions', params: ({ event }) => event },
        },
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    saving: {
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context: { change, pin, resolutions } }) => ({ change, pin, resolutions }),
        onDone: [
          { guard: isKind('saved'), target: 'saved' },
          // What is orphaned now, and what is free, has to be looked at again.
          { guard: isKind('outdated'), target: 'checking', actions: 'tellOutdated' },
          ...refusals,
        ],
        // Whether it was made is not known: a second time it would be stale, or clash with itself.
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    stale: { type: 'final', entry: 'forget' },
    /** The decisions are there to be told. */
    saved: { type: 'final', entry: 'forgetAllButResolutions' },
  },
})
