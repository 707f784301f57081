import { assign, setup } from 'xstate'
import type { z } from 'zod'
import type { AvailabilityScope, AvailabilityWrite } from '#lib/contract/availabilities.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { changeSaving, type Rejection, type Resolved } from '../orphaned/change-saving.machine.ts'
import { withEvent } from '../with-event.ts'

export type SentRule = z.input<typeof AvailabilityWrite>

type Reached = {
  id: number
  version: number
  scope: AvailabilityScope
  date?: string
}

export type AvailabilityChange =
  | { kind: 'create'; rule: SentRule }
  | ({ kind: 'change'; rule: SentRule } & Reached)
  | ({ kind: 'delete' } & Reached)

export type AvailabilityRejection = Extract<
  Rejection,
  { kind: 'refused' | 'pinRefused' | 'notAllowed' | 'signedOut' | 'stale' }
>

export type ProvenChange = { change: AvailabilityChange; pin: string | null }

type AvailabilityEditingEvent =
  | { type: 'change.submitted'; change: AvailabilityChange; needsPin: boolean }
  | { type: 'pin.entered'; pin: string }
  | { type: 'pin.dropped' }

type Context = {
  change: AvailabilityChange | null
  /** It is stored nowhere else, and only until the change is made or given up. */
  pin: string | null
  rejection: AvailabilityRejection | null
  resolved: Resolved
}

const nothing: Context = {
  change: null,
  pin: null,
  rejection: null,
  resolved: { orphaned: [], resolutions: [] },
}

/**
 * Making, changing or deleting an availability: the form, the PIN of whom one acts for, and the write.
 * What was typed is the form's; what is on its way is here.
 */
export const availabilityEditingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AvailabilityEditingEvent,
    children: {} as { changeSaving: 'changeSaving' },
  },
  actors: { changeSaving: changeSaving<ProvenChange, null, AvailabilityRejection>() },
  actions: {
    storeChange: assign((_, { change }: { change: AvailabilityChange }) => ({
      ...nothing,
      change,
    })),
    storeResolved: assign((_, { resolved }: { resolved: Resolved }) => ({ ...nothing, resolved })),
    storeRejection: assign((_, { rejection }: { rejection: AvailabilityRejection }) => ({
      pin: null,
      rejection,
    })),
    forgetChange: assign({ change: null }),
    forget: assign(nothing),
  },
  guards: {
    isRejection: ({ context }, { kind }: Pick<AvailabilityRejection, 'kind'>) =>
      context.rejection?.kind === kind,
    needsPin: (_, { needsPin }: { needsPin: boolean }) => needsPin,
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
          { guard: withEvent('needsPin'), target: 'askingPin', actions: withEvent('storeChange') },
          { target: 'changing', actions: withEvent('storeChange') },
        ],
      },
      states: { answering: {}, refused: {}, failed: {}, notAllowed: {}, signedOut: {} },
    },
    askingPin: {
      on: {
        'pin.entered': {
          target: 'changing',
          actions: assign(({ event: { pin } }) => ({ pin, rejection: null })),
        },
        'pin.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    changing: {
      invoke: {
        id: 'changeSaving',
        src: 'changeSaving',
        input: ({ context: { change, pin } }) => {
          if (!change) throw new Error('There is no change to save')
          return { change: { change, pin }, needsConfirmation: false }
        },
        onDone: [
          whenKind('saved', { target: 'saved', actions: 'storeResolved' }),
          { guard: isKind('dropped'), target: 'editing', actions: 'forget' },
          // Whether it was made is not known: a second time it would be stale, or clash with itself.
          { guard: isKind('failed'), target: 'editing.failed', actions: 'forget' },
          whenKind('rejected', { target: 'classifyingRefusal', actions: 'storeRejection' }),
        ],
      },
    },
    classifyingRefusal: {
      always: [
        { guard: { type: 'isRejection', params: { kind: 'pinRefused' } }, target: 'askingPin' },
        {
          guard: { type: 'isRejection', params: { kind: 'refused' } },
          target: 'editing.refused',
          actions: 'forgetChange',
        },
        {
          guard: { type: 'isRejection', params: { kind: 'notAllowed' } },
          target: 'editing.notAllowed',
          actions: 'forget',
        },
        {
          guard: { type: 'isRejection', params: { kind: 'signedOut' } },
          target: 'editing.signedOut',
          actions: 'forget',
        },
        { target: 'stale' },
      ],
    },
    stale: { type: 'final', entry: 'forget' },
    saved: { type: 'final' },
  },
})
