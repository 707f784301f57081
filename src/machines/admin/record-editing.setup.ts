import { assign, setup } from 'xstate'
import type { AdminRecord, OrphanPreview, RecordUse } from '#lib/contract/admin/admin-resource.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { providedActor } from '../provided-actor.ts'
import {
  nothing,
  type RecordEditing,
  takenUp,
  turnedTo,
  unresolved,
  withRecord,
} from './record-editing.context.ts'
import type {
  CheckChangeResult,
  CheckDeletionResult,
  DeleteRecordResult,
  FindSimilarResult,
  ReadRecordResult,
  RecordChange,
  RecordEditingEvent,
  Refused,
  SaveRecordResult,
  Written,
} from './record-editing.types.ts'

/** What the machine of editing a record is made of: its actors are handed in by the island. */
export const recordEditingSetup = setup({
  types: {
    context: {} as RecordEditing,
    events: {} as RecordEditingEvent,
    input: {} as { id: number | null },
  },
  actors: {
    readRecord: providedActor<ReadRecordResult, { id: number | null }>(),
    findSimilar: providedActor<FindSimilarResult, RecordChange>(),
    checkChange: providedActor<CheckChangeResult, RecordChange>(),
    checkDeletion: providedActor<CheckDeletionResult, RecordChange>(),
    saveRecord: providedActor<SaveRecordResult, RecordChange>(),
    deleteRecord: providedActor<DeleteRecordResult, RecordChange>(),
  },
  actions: {
    keepRecord: assign(withRecord),
    keepWritten: assign((_, params: { written: Written }) => ({
      ...nothing,
      written: params.written,
    })),
    tellSimilar: assign((_, params: { similar: readonly AdminRecord[] }) => ({
      similar: params.similar,
    })),
    turnTo: assign(turnedTo),
    takeUp: assign(takenUp),
    showOrphans: assign((_, params: { orphanPreview: OrphanPreview }) => ({
      orphanPreview: params.orphanPreview,
      resolutions: [],
    })),
    storeResolutions: assign((_, params: { resolutions: readonly Resolution[] }) => ({
      resolutions: params.resolutions,
    })),
    tellOutdated: assign({ ...unresolved, isOutdated: true }),
    tellUses: assign((_, params: { uses: readonly RecordUse[] }) => ({ uses: params.uses })),
    keepRefusal: assign((_, refusal: Refused) => ({ ...nothing, refusal })),
    forget: assign(nothing),
    dropPutAside: assign({ putAside: null }),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isRefusal: ({ context }, params: { kind: Refused['kind'] }) =>
      context.refusal?.kind === params.kind,
    hasChanges: (_, params: { hasChanges: boolean }) => params.hasChanges,
    hasPutAside: ({ context }) => context.putAside !== null,
  },
})
