import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { Resolved } from '../orphaned/change-saving.machine.ts'
import type { RecordRejection, Written } from './record-editing.types.ts'

export type RecordEditing = {
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

export const nothing = {
  resolved: { orphaned: [], resolutions: [] },
  written: null,
  similar: [],
  refusal: null,
}

export const withRecord = (
  { context: { id, ledFrom } }: Given,
  { record }: { record: AdminRecord },
) => ({
  ...nothing,
  id: record.id,
  record,
  ledFrom: id === null || id === record.id ? ledFrom : id,
})

export const turnedTo = ({ context: { written, similar } }: Given, { id }: { id: number }) => ({
  ...nothing,
  id,
  putAside: written && { written, similar },
})

export const takenUp = ({ context: { putAside } }: Given) => ({
  ...nothing,
  ...putAside,
  id: null,
  record: null,
  putAside: null,
  ledFrom: null,
})
