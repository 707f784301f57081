import { isKind, ofKind } from '../actor-result.ts'
import { changeOf, nothing, refusalIn } from './record-editing.context.ts'
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
          {
            target: 'checking',
            actions: { type: 'keepWritten', params: ({ event }) => event },
          },
        ],
        'deletion.wanted': { target: 'checkingDeletion', actions: 'forget' },
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
        input: changeOf,
        onDone: [
          { guard: isKind('none'), target: 'checking' },
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
        'similar.rejected': 'checking',
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    checking: {
      invoke: {
        id: 'checkChange',
        src: 'checkChange',
        input: changeOf,
        onDone: [
          { guard: isKind('clear'), target: 'saving' },
          {
            guard: isKind('orphans'),
            target: 'decidingChange',
            actions: { type: 'showOrphans', params: ({ event }) => ofKind(event, 'orphans') },
          },
          {
            target: 'sorting',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event) },
          },
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    /** The change orphans appointments. */
    decidingChange: {
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
        id: 'saveRecord',
        src: 'saveRecord',
        input: changeOf,
        onDone: [
          {
            guard: isKind('saved'),
            target: 'saved',
            actions: { type: 'keepRecord', params: ({ event }) => ofKind(event, 'saved') },
          },
          { guard: isKind('overtaken'), target: 'checking', actions: 'tellOutdated' },
          {
            target: 'sorting',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event) },
          },
        ],
        // Saving the same once more does no harm: it is saved, stale, or said to be there already.
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    checkingDeletion: {
      invoke: {
        id: 'checkDeletion',
        src: 'checkDeletion',
        input: changeOf,
        onDone: [
          { guard: isKind('clear'), target: 'confirmingDeletion' },
          {
            guard: isKind('orphans'),
            target: 'decidingDeletion',
            actions: { type: 'showOrphans', params: ({ event }) => ofKind(event, 'orphans') },
          },
          {
            guard: isKind('inUse'),
            target: 'inUse',
            actions: { type: 'tellUses', params: ({ event }) => ofKind(event, 'inUse') },
          },
          {
            target: 'sorting',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event) },
          },
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    confirmingDeletion: {
      on: {
        'deletion.confirmed': 'deleting',
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    /** The deletion orphans appointments. */
    decidingDeletion: {
      on: {
        'resolutions.chosen': {
          target: 'deleting',
          actions: { type: 'storeResolutions', params: ({ event }) => event },
        },
        'change.dropped': { target: 'editing', actions: 'forget' },
      },
    },
    inUse: { on: { 'change.dropped': { target: 'editing', actions: 'forget' } } },
    deleting: {
      invoke: {
        id: 'deleteRecord',
        src: 'deleteRecord',
        input: changeOf,
        onDone: [
          { guard: isKind('deleted'), target: 'deleted' },
          { guard: isKind('overtaken'), target: 'checkingDeletion', actions: 'tellOutdated' },
          {
            target: 'sorting',
            actions: { type: 'keepRefusal', params: ({ event }) => refusalIn(event) },
          },
        ],
        onError: { target: 'editing.failed', actions: 'forget' },
      },
    },
    /** Where what was refused leads. */
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
    deleted: { type: 'final', entry: ['forget', 'dropPutAside'] },
  },
})
