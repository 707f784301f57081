import { z } from 'zod'
import { id, version } from '../fields.ts'

export const MOST_AT_ONCE = 200

export type BulkAction<Field extends string = string> = {
  label: string
  done: string
  set: { readonly [Name in Field]?: boolean } | null
}
export type Bulk<Field extends string = string> = Readonly<Record<string, BulkAction<Field>>>

/** Declares two actions, which set a flag and clear it. */
export const stated = <const Field extends string>(
  field: Field,
  [label, done]: readonly [label: string, done: string],
  value: boolean,
) => ({ label, done, set: { [field]: value } as { readonly [Name in Field]: boolean } })

export const deleting = { delete: { label: 'Delete', done: 'deleted', set: null } } as const
export const hiding = {
  hide: stated('hidden', ['Hide', 'hidden'], true),
  show: stated('hidden', ['Show', 'shown'], false),
}
export const archiving = {
  archive: stated('archived', ['Archive', 'archived'], true),
  restore: stated('archived', ['Offer again', 'offered again'], false),
}
export const archivedFilter = z.enum(['false', 'true', 'all']).default('false')
export const disabling = {
  disable: stated('disabled', ['Disable', 'disabled'], true),
  enable: stated('disabled', ['Enable', 'enabled'], false),
}

export const bulkRequest = (bulk: Bulk, lock: string) =>
  z.strictObject({
    action: z.enum(Object.keys(bulk)),
    records: z
      .array(z.strictObject({ id, [lock]: version }))
      .min(1, 'Choose at least one')
      .max(MOST_AT_ONCE, `Choose ${MOST_AT_ONCE} or fewer`)
      .refine((chosen) => new Set(chosen.map((one) => one.id)).size === chosen.length, {
        message: 'Choose each once',
      }),
  })

const BulkResult = z.discriminatedUnion('outcome', [
  z.object({ id, outcome: z.enum(['done', 'already']) }),
  z.object({
    id,
    outcome: z.literal('refused'),
    code: z.enum(['invalid', 'not_allowed', 'not_found', 'conflict', 'stale']),
    detail: z.string(),
  }),
])
export type BulkResult = z.infer<typeof BulkResult>
export type BulkRefusal = Extract<BulkResult, { outcome: 'refused' }>

export const BulkAnswer = z.object({
  results: z.array(BulkResult),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const idsText = z
  .string()
  .regex(
    new RegExp(`^\\d{1,10}(,\\d{1,10}){0,${MOST_AT_ONCE - 1}}$`),
    `Enter up to ${MOST_AT_ONCE} numbers with commas between them`,
  )
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(id))
