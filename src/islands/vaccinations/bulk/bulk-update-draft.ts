import type { BulkField } from '#lib/contract/records/vaccinations.ts'
import type { RequestedUpdate } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'

export type BulkUpdateDraft = Partial<Record<BulkField, string>>

/** These have to have a value; the others can be emptied. */
const NEEDED: readonly BulkField[] = ['vaccine_product_id', 'batch_number']

export const missingIn = (draft: BulkUpdateDraft): BulkField[] =>
  NEEDED.filter((field) => draft[field] !== undefined && draft[field]?.trim() === '')

export function toRequestedSet(draft: BulkUpdateDraft): RequestedUpdate['set'] {
  const values = Object.entries(draft).map(([field, text]) => {
    if (field === 'vaccine_product_id') return [field, Number(text)]
    if (field === 'expiry_date') return [field, text === '' ? null : text]
    return [field, text]
  })
  return Object.fromEntries(values) as RequestedUpdate['set']
}
