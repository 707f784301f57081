import { isKind, ofKind } from '../actor-result.ts'
import { nothing, refusalIn } from './record-editing.context.ts'
import { recordEditingSetup } from './record-editing.setup.ts'

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
          {
            guard: isKind('read'),
            target: 'editing',
            actions: { type: 'keepRecord', params: ({ event }) => ofKind(event, 'read') },
          },
          {
            guard: isKind('gone'),
            target: 'gone',
            actions: { type: 'keepRefusal', params: ({ event }) => ofKind(event, 'gone') },
          },
          { target: 'unread.refused' },
        ],
        onError: 'unread.failed',
      },
      on: { 'editing.left': 'closing' },
    },
    unread: {
      initial: 'failed',
      states: { failed: {}, refused: {} },
      on: { 'reading.wanted': 'reading', 'editing.left': 'closing' },
    },
    editing: {
      initial: 'answering',
      on: {
        'record.submitted': [
          {
            guard: 'isNew',
            target: 'comparing',
            actions: { type: 'keepWritten', params: ({ event }) => event },
          },
          { target: 'changing', actions: { type: 'keepWritten', params: ({ event }) => event } },
        ],
        'deletion.wanted': { target: 'changing', actions: 'forget' },
        'editing.left': [
          { guard: { type: 'hasChanges', params: ({ event }) => event }, target: '.leaving' },
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
            // First this is answered.
            'record.submitted': {},
            'deletion.wanted': {},
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
          {
            guard: isKind('similar'),
            target: 'askingSimilar',
            actions: { type: 'tellSimilar', params: ({ event }) => ofKind(event, 'similar') },
          },
          {
            target: 'sorting',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event) },
          },
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    /** What is to be made may be there already. */
    askingSimilar: {
      on: {
        'similar.chosen': {
          target: 'reading',
          actions: { type: 'turnTo', params: ({ event }) => event },
        },
        'similar.rejected': 'changing',
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    /** The record is saved or, where nothing is written, deleted. */
    changing: {
      invoke: {
        id: 'changeSaving',
        src: 'changeSaving',
        input: ({ context: { record, written } }) => ({
          change: { record, written },
          needsConfirmation: written === null,
        }),
        onDone: [
          {
            guard: ({ event: { output } }) => output.kind === 'saved' && output.saved === null,
            target: 'deleted',
            actions: { type: 'keepResolved', params: ({ event }) => ofKind(event, 'saved') },
          },
          {
            guard: isKind('saved'),
            target: 'saved',
            actions: [
              { type: 'keepSaved', params: ({ event }) => ofKind(event, 'saved') },
              { type: 'keepResolved', params: ({ event }) => ofKind(event, 'saved') },
            ],
          },
          { guard: isKind('dropped'), target: 'editing', actions: 'forget' },
          // Saving the same once more does no harm: it is saved, stale, or said to be there already.
          { guard: isKind('failed'), target: 'editing.failed', actions: 'forget' },
          {
            target: 'sorting',
            actions: {
              type: 'keepRefusal',
              params: ({ event }) => ofKind(event, 'rejected').rejection,
            },
          },
        ],
      },
    },
    inUse: { on: { 'change.dropped': { target: 'editing', actions: 'forget' } } },
    sorting: {
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
    outdated: { on: { 'reading.wanted': 'reading', 'editing.left': 'closing' } },
    gone: { on: { 'editing.left': 'closing' } },
    /** Whoever only looked at one that is there already comes back to the one that they make. */
    closing: {
      always: [
        { guard: 'hasPutAside', target: 'askingSimilar', actions: 'takeUp' },
        { target: 'left' },
      ],
    },
    left: { type: 'final', entry: 'forget' },
    saved: { type: 'final', entry: 'dropPutAside' },
    deleted: { type: 'final', entry: 'dropPutAside' },
  },
})
