import { assign, setup } from 'xstate'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { changeSaving, type Resolved } from '../orphaned/change-saving.machine.ts'
import { providedActor } from '../provided-actor.ts'
import {
  nothing,
  type RecordEditing,
  takenUp,
  turnedTo,
  withRecord,
} from './record-editing.context.ts'
import type {
  FindSimilarResult,
  ReadRecordResult,
  RecordChange,
  RecordEditingEvent,
  RecordRejection,
  Written,
} from './record-editing.types.ts'

type SavedRecord = { saved: AdminRecord | null; resolved: Resolved }

export const recordEditingSetup = setup({
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
