import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { Rejection } from '../orphaned/change-saving.machine.ts'

export type Written = Readonly<Record<string, unknown>>

export type Refused = Extract<
  Rejection,
  { kind: 'refused' | 'notAllowed' | 'signedOut' | 'stale' | 'gone' }
>

export type RecordRejection = Refused | Extract<Rejection, { kind: 'inUse' }>

export type ReadRecordResult =
  | { kind: 'read'; record: AdminRecord }
  | Exclude<Refused, { kind: 'refused' | 'stale' }>
export type FindSimilarResult =
  | { kind: 'none' }
  | { kind: 'similar'; similar: readonly AdminRecord[] }
  | Refused

export type RecordEditingEvent =
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
