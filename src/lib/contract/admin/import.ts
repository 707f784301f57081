import { z } from 'zod'
import type { Upload } from '../operation.ts'
import type { AnyAdminResource } from './admin-resource.ts'

export const MOST_ROWS = 10_000

const LINES = /^(\d{1,6}(,\d{1,6})*)?$/

export const importUpload = {
  field: 'file',
  largestBytes: 4 * 1024 * 1024,
  types: ['text/csv'],
  uploadFields: z.strictObject({
    /** Carries out what a check answered as `seen`. Left out, nothing changes. */
    seen: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Give what the check answered')
      .optional(),
    /** Lines to add although they look like something on file: "3,17". */
    confirmed: z
      .string()
      .max(7 * MOST_ROWS)
      .regex(LINES, 'Enter the numbers of lines, with commas')
      .default('')
      .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
      .meta({ type: 'string' }),
  }),
} as const satisfies Upload

export const importName = ({ many }: Pick<AnyAdminResource, 'many'>) => `Import of ${many}`

/** `similar`: new, but like something on file, so it needs confirmation. */
const ImportOutcome = z.enum(['created', 'changed', 'unchanged', 'similar', 'wrong'])

const ImportedLikeness = z.object({
  id: z.int().positive().nullable(),
  line: z.int().positive().nullable(),
  name: z.string(),
  reasons: z.array(z.string()),
})
export type ImportedLikeness = z.infer<typeof ImportedLikeness>

const ImportedRow = z.object({
  line: z.int().positive(),
  outcome: ImportOutcome,
  name: z.string(),
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  problems: z.array(z.object({ label: z.string(), message: z.string() })),
  similar: z.array(ImportedLikeness),
})
export type ImportedRow = z.infer<typeof ImportedRow>

export const ImportAnswer = z.object({
  /** A digest of all that was found; sending it back carries it out. */
  seen: z.string(),
  carried_out: z.boolean(),
  count: z.record(ImportOutcome, z.int().nonnegative()),
  left_out: z.array(z.string()),
  rows: z.array(ImportedRow),
  wrong_file: z.string(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>
