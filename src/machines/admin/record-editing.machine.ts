import { assign, setup } from 'xstate'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { changeSaving, type Rejection, type Resolved } from '../orphaned/change-saving.machine.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type Written = Readonly<Record<string, unknown>>

export type Refused = Extract<
  Rejection,
  { kind: 'refused' | 'notAllowed' | 'signedOut' | 'stale' | 'gone' }
>

export type RecordRejection = Refused | Extract<Rejection, { kind: 'inUse' }>

type ReadRecordResult =
  | { kind: 'read'; record: AdminRecord }
  | Exclude<Refused, { kind: 'refused' | 'stale' }>

type FindSimilarResult =
  | { kind: 'none' }
  | { kind: 'similar'; similar: readonly AdminRecord[] }
  | Refused

type RecordEditingEvent =
  | { type: 'record.submitted'; written: Written }
  | { type: 'similar.chosen'; id: number }
  | { type: 'similar.rejected' }
  | { type: 'change.dropped' }
  | { type: 'deletion.requested' }
  | { type: 'editing.left'; hasChanges: boolean }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.dropped' }
  | { type: 'reload.requested' }

export type RecordChange = { record: AdminRecord | null; written: Written | null }

type SavedRecord = { saved: AdminRecord | null; resolved: Resolved }

type RecordEditing = {
  id: number | null
  record: AdminRecord | null
  written: Written | null
  /** They are on file already, each perhaps the one that is about to be made. */
  similar: readonly AdminRecord[]
  ledFrom: number | null
  /** It waits while one of those is looked at. */
  putAside: { written: Written; similar: readonly AdminRecord[] } | null
  resolved: Resolved
  refusal: RecordRejection | null
}

type Given = { context: RecordEditing }

const nothing = {
  resolved: { orphaned: [], resolutions: [] },
  written: null,
  similar: [],
  refusal: null,
}

const withRecord = ({ context: { id, ledFrom } }: Given, { record }: { record: AdminRecord }) => ({
  ...nothing,
  id: record.id,
  record,
  ledFrom: id === null || id === record.id ? ledFrom : id,
})

const turnedTo = ({ context: { written, similar } }: Given, { id }: { id: number }) => ({
  ...nothing,
  id,
  putAside: written && { written, similar },
})

const takenUp = ({ context: { putAside } }: Given) => ({
  ...nothing,
  ...putAside,
  id: null,
  record: null,
  putAside: null,
  ledFrom: null,
})

const recordEditingSetup = setup({
  types: {
    context: {} as RecordEditing,
    events: {} as RecordEditingEvent,
    input: {} as { id: number | null },
    children: {} as { changeSaving: 'changeSaving' },
  },
  actors: {
    readRecord: providedActor<ReadRecordResult, { id: number | null }>(),
    findSimilar: providedActor<FindSimilarResult, { written: Written | null }>(),
    changeSaving: changeSaving<RecordChange, AdminRecord | null, RecordRejection>(),
  },
  actions: {
    storeRecord: assign(withRecord),
    storeWritten: assign((_, params: { written: Written }) => ({
      ...nothing,
      written: params.written,
    })),
    noteSimilar: assign((_, params: { similar: readonly AdminRecord[] }) => ({
      similar: params.similar,
    })),
    turnTo: assign(turnedTo),
    takeUp: assign(takenUp),
    storeSaved: assign((args, { saved, resolved }: SavedRecord) => ({
      ...(saved && withRecord(args, { record: saved })),
      written: args.context.written,
      resolved,
    })),
    storeRejection: assign((_, { rejection }: { rejection: RecordRejection }) => ({
      ...nothing,
      refusal: rejection,
    })),
    storeRefusal: assign((_, refusal: RecordRejection) => ({ ...nothing, refusal })),
    forget: assign(nothing),
    endChange: assign({ putAside: null, written: null }),
  },
  guards: {
    isDeletion: ({ context }) => context.written === null,
    isNew: ({ context }) => context.id === null,
    isRefusal: ({ context }, params: { kind: RecordRejection['kind'] }) =>
      context.refusal?.kind === params.kind,
    hasChanges: (_, params: { hasChanges: boolean }) => params.hasChanges,
    hasPutAside: ({ context }) => context.putAside !== null,
  },
})

/**
 * Making, changing or deleting one record of the administration area, whichever kind it is. What was
 * typed is the form's; what is on its way is here.
 */
export const recordEditingMachine = recordEditingSetup.createMachine({
  id: 'recordEditing',
  context: ({ input }) => ({
    ...nothing,
    id: input.id,
    record: null,
    putAside: null,
    ledFrom: null,
  }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isNew', target: 'editing' }, { target: 'reading' }] },
    reading: {
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context: { id } }) => ({ id }),
        onDone: [
          whenKind('read', { target: 'editing', actions: 'storeRecord' }),
          whenKind('gone', { target: 'gone', actions: 'storeRefusal' }),
          { target: 'unread.refused' },
        ],
        onError: 'unread.failed',
      },
      on: { 'editing.left': 'closing' },
    },
    unread: {
      initial: 'failed',
      states: { failed: {}, refused: {} },
      on: { 'reload.requested': 'reading', 'editing.left': 'closing' },
    },
    editing: {
      initial: 'answering',
      on: {
        'record.submitted': [
          { guard: 'isNew', target: 'comparing', actions: withEvent('storeWritten') },
          { target: 'changing', actions: withEvent('storeWritten') },
        ],
        'deletion.requested': { target: 'changing', actions: 'forget' },
        'editing.left': [
          { guard: withEvent('hasChanges'), target: '.leaving' },
          { target: 'closing' },
        ],
      },
      states: {
        answering: {},
        refused: {},
        failed: {},
        notAllowed: {},
        signedOut: {},
        leaving: {
          on: {
            'leaving.confirmed': '#recordEditing.closing',
            'leaving.dropped': 'answering',
            // This is answered first.
            'record.submitted': {},
            'deletion.requested': {},
            'editing.left': {},
          },
        },
      },
    },
    comparing: {
      invoke: {
        id: 'findSimilar',
        src: 'findSimilar',
        input: ({ context: { written } }) => ({ written }),
        onDone: [
          { guard: isKind('none'), target: 'changing' },
          whenKind('similar', { target: 'askingSimilar', actions: 'noteSimilar' }),
          whenKind(['refused', 'notAllowed', 'signedOut', 'stale', 'gone'], {
            target: 'classifyingRefusal',
            actions: 'storeRefusal',
          }),
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    /** It may be there already. */
    askingSimilar: {
      on: {
        'similar.chosen': { target: 'reading', actions: withEvent('turnTo') },
        'similar.rejected': 'changing',
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    changing: {
      invoke: {
        id: 'changeSaving',
        src: 'changeSaving',
        input: ({ context: { record, written } }) => ({
          change: { record, written },
          needsConfirmation: written === null,
        }),
        onDone: [
          whenKind('saved', { target: 'changed', actions: 'storeSaved' }),
          { guard: isKind('dropped'), target: 'editing', actions: 'forget' },
          // Saving the same once more does no harm: it is saved, stale, or said to be there already.
          { guard: isKind('failed'), target: 'editing.failed', actions: 'forget' },
          whenKind('rejected', { target: 'classifyingRefusal', actions: 'storeRejection' }),
        ],
      },
    },
    changed: { always: [{ guard: 'isDeletion', target: 'deleted' }, { target: 'saved' }] },
    inUse: { on: { 'change.dropped': { target: 'editing', actions: 'forget' } } },
    classifyingRefusal: {
      always: [
        { guard: { type: 'isRefusal', params: { kind: 'refused' } }, target: 'editing.refused' },
        {
          guard: { type: 'isRefusal', params: { kind: 'notAllowed' } },
          target: 'editing.notAllowed',
        },
        {
          guard: { type: 'isRefusal', params: { kind: 'signedOut' } },
          target: 'editing.signedOut',
        },
        { guard: { type: 'isRefusal', params: { kind: 'gone' } }, target: 'gone' },
        { guard: { type: 'isRefusal', params: { kind: 'inUse' } }, target: 'inUse' },
        { target: 'outdated' },
      ],
    },
    outdated: { on: { 'reload.requested': 'reading', 'editing.left': 'closing' } },
    gone: { on: { 'editing.left': 'closing' } },
    closing: {
      always: [
        { guard: 'hasPutAside', target: 'askingSimilar', actions: 'takeUp' },
        { target: 'left' },
      ],
    },
    left: { type: 'final', entry: 'forget' },
    saved: { type: 'final', entry: 'endChange' },
    deleted: { type: 'final', entry: 'endChange' },
  },
})
