import type { AdminRecord, OrphanPreview, RecordUse } from '#lib/contract/admin/admin-resource.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'

export type Written = Readonly<Record<string, unknown>>

type RefusedAlways =
  /** `detail` says what of it, where only a part of it is not allowed; else it is empty. */
  | { kind: 'notAllowed'; detail: string }
  | { kind: 'signedOut' }
  /** Somebody else has changed it: `detail` says who and what. */
  | { kind: 'stale'; detail: string }
  /** Somebody else has deleted it: `detail` says who. */
  | { kind: 'gone'; detail: string }
/** What was entered can be wrong; what is to be deleted cannot. */
export type Refused = RefusedAlways | { kind: 'refused'; fields: FieldErrors }

export type ReadRecordResult =
  | { kind: 'read'; record: AdminRecord }
  | Exclude<RefusedAlways, { kind: 'stale' }>
/** Others that may be what somebody is about to make. */
export type FindSimilarResult =
  | { kind: 'none' }
  | { kind: 'similar'; similar: readonly AdminRecord[] }
  | Refused
type Consequences = { kind: 'clear' } | { kind: 'orphans'; orphanPreview: OrphanPreview }
export type CheckChangeResult = Consequences | Refused
export type CheckDeletionResult =
  | Consequences
  /** These need it. */
  | { kind: 'inUse'; uses: readonly RecordUse[] }
  | RefusedAlways
/** What was looked at before has changed: what it orphans, a place that was free, what needs it. */
type Overtaken = { kind: 'overtaken' }
export type SaveRecordResult = { kind: 'saved'; record: AdminRecord } | Overtaken | Refused
export type DeleteRecordResult = { kind: 'deleted' } | Overtaken | RefusedAlways

export type RecordEditingEvent =
  | { type: 'record.submitted'; written: Written }
  | { type: 'similar.chosen'; id: number }
  | { type: 'similar.rejected' }
  | { type: 'resolutions.chosen'; resolutions: readonly Resolution[] }
  | { type: 'change.dropped' }
  | { type: 'deletion.wanted' }
  | { type: 'deletion.confirmed' }
  | { type: 'editing.left'; hasChanges: boolean }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.dropped' }
  | { type: 'reading.wanted' }

/** What a write is about: the record as it was seen, what is to become of it and of whom it orphans. */
export type RecordChange = {
  record: AdminRecord | null
  /** Null for a deletion. */
  written: Written | null
  resolutions: readonly Resolution[]
}
