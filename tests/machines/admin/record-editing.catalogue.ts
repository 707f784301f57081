import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type {
  RecordRejection,
  recordEditingMachine,
} from '#machines/admin/record-editing.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'
import { outcomes, rejections } from '../orphaned/change-saving.catalogue.ts'

export const record = { id: 4, version: 2, name: 'Phlebotomy' }
export const written = { name: 'Phlebotomy for children' }
const { pinRefused: _, inUse, ...refusals } = rejections
export const recordEditingCatalogue = {
  events: {
    'record.submitted': [{ type: 'record.submitted', written }],
    'similar.chosen': [{ type: 'similar.chosen', id: 9 }],
    'similar.rejected': [{ type: 'similar.rejected' }],
    'change.dropped': [{ type: 'change.dropped' }],
    'deletion.requested': [{ type: 'deletion.requested' }],
    'editing.left': [
      { type: 'editing.left', hasChanges: true },
      { type: 'editing.left', hasChanges: false },
    ],
    'leaving.confirmed': [{ type: 'leaving.confirmed' }],
    'leaving.dropped': [{ type: 'leaving.dropped' }],
    'reload.requested': [{ type: 'reload.requested' }],
  },
  results: {
    readRecord: {
      read: [{ kind: 'read', record }],
      notAllowed: refusals.notAllowed,
      signedOut: refusals.signedOut,
      gone: refusals.gone,
    },
    findSimilar: {
      none: [{ kind: 'none' }],
      similar: [{ kind: 'similar', similar: [{ ...record, id: 9 }] }],
      ...refusals,
    },
    changeSaving: outcomes<AdminRecord | null, RecordRejection>([{ ...record, version: 3 }, null], {
      ...refusals,
      inUse,
    }),
  },
  delays: {},
} satisfies Catalogue<typeof recordEditingMachine>
