import type { OrphanPreview } from '#lib/contract/admin/admin-resource.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type {
  CheckChangeResult,
  CheckDeletionResult,
  DeleteRecordResult,
  FindSimilarResult,
  ReadRecordResult,
  RecordEditingEvent,
  SaveRecordResult,
} from '#machines/admin/record-editing.types.ts'
import { orphaned, resolutions } from '../availability/availability-editing.catalogue.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const record = { id: 4, version: 2, name: 'Phlebotomy' }
export const written = { name: 'Phlebotomy for children' }
export const orphanPreview: OrphanPreview = {
  orphaned: [{ ...orphaned, reasons: ['competency_missing'] }],
  unseen: [],
}
export const uses = [{ what: 'appointment types', count: 2, names: ['Blood test', 'Travel'] }]

const fields: FieldErrors = { name: ['Another competency has this name already'] }

const always = {
  notAllowed: [{ kind: 'notAllowed', detail: '' }],
  signedOut: [{ kind: 'signedOut' }],
  stale: [{ kind: 'stale', detail: 'Ada Byron changed name.' }],
  gone: [{ kind: 'gone', detail: 'Ada Byron deleted it.' }],
} as const
const refused = { ...always, refused: [{ kind: 'refused', fields }] } as const

export const recordEditingCatalogue = {
  events: {
    'record.submitted': [{ type: 'record.submitted', written }],
    'similar.chosen': [{ type: 'similar.chosen', id: 9 }],
    'similar.rejected': [{ type: 'similar.rejected' }],
    'resolutions.chosen': [{ type: 'resolutions.chosen', resolutions }],
    'change.dropped': [{ type: 'change.dropped' }],
    'deletion.wanted': [{ type: 'deletion.wanted' }],
    'deletion.confirmed': [{ type: 'deletion.confirmed' }],
    'editing.left': [
      { type: 'editing.left', hasChanges: true },
      { type: 'editing.left', hasChanges: false },
    ],
    'leaving.confirmed': [{ type: 'leaving.confirmed' }],
    'leaving.dropped': [{ type: 'leaving.dropped' }],
    'reading.wanted': [{ type: 'reading.wanted' }],
  },
  results: {
    readRecord: {
      read: [{ kind: 'read', record }],
      notAllowed: always.notAllowed,
      signedOut: always.signedOut,
      gone: always.gone,
    },
    findSimilar: {
      none: [{ kind: 'none' }],
      similar: [{ kind: 'similar', similar: [{ ...record, id: 9 }] }],
      ...refused,
    },
    checkChange: {
      clear: [{ kind: 'clear' }],
      orphans: [{ kind: 'orphans', orphanPreview }],
      ...refused,
    },
    checkDeletion: {
      clear: [{ kind: 'clear' }],
      orphans: [{ kind: 'orphans', orphanPreview }],
      inUse: [{ kind: 'inUse', uses }],
      ...always,
    },
    saveRecord: {
      saved: [{ kind: 'saved', record: { ...record, version: 3 } }],
      overtaken: [{ kind: 'overtaken' }],
      ...refused,
    },
    deleteRecord: {
      deleted: [{ kind: 'deleted' }],
      overtaken: [{ kind: 'overtaken' }],
      ...always,
    },
  },
  delays: {},
} satisfies Catalogue<
  RecordEditingEvent,
  {
    readRecord: ReadRecordResult
    findSimilar: FindSimilarResult
    checkChange: CheckChangeResult
    checkDeletion: CheckDeletionResult
    saveRecord: SaveRecordResult
    deleteRecord: DeleteRecordResult
  }
>
