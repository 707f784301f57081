import { z } from 'zod'
import type { Upload } from '../operation.ts'
import type { AnyAdminResource } from './admin-resource.ts'

/** Rows of a file beside its headings. */
export const MOST_ROWS = 10_000

const LINES = /^(\d{1,6}(,\d{1,6})*)?$/

/** A CSV file: UTF-8, or UTF-16 or Windows-1252 as spreadsheets also save it. */
export const importUpload = {
  field: 'file',
  largestBytes: 4 * 1024 * 1024,
  types: ['text/csv'],
  uploadFields: z.strictObject({
    /** Left out, nothing is changed. Given, what was seen is carried out, if it is still the same. */
    seen: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Give what the check answered')
      .optional(),
    /** The lines that are added although they look like something on file: "3,17". */
    confirmed: z
      .string()
      .max(7 * MOST_ROWS)
      .regex(LINES, 'Enter the numbers of lines, with commas')
      .default('')
      .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
      .meta({ type: 'string' }),
  }),
} as const satisfies Upload

/** What the progress of an import is called where it is told. */
export const importName = ({ many }: Pick<AnyAdminResource, 'many'>) => `Import of ${many}`

/** `similar`: new, but like something on file; it is added where somebody confirms it. */
const ImportOutcome = z.enum(['created', 'changed', 'unchanged', 'similar', 'wrong'])

/** What a new row looks like: a record, or an earlier line of the file. */
const ImportedLikeness = z.object({
  id: z.int().positive().nullable(),
  line: z.int().positive().nullable(),
  name: z.string(),
  reasons: z.array(z.string()),
})
export type ImportedLikeness = z.infer<typeof ImportedLikeness>

const ImportedRow = z.object({
  /** Of the file, the headings being line 1. */
  line: z.int().positive(),
  outcome: ImportOutcome,
  /** What stands for the record. */
  name: z.string(),
  /** Of one that is there already; in words. */
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  problems: z.array(z.object({ label: z.string(), message: z.string() })),
  /** The likeliest first. */
  similar: z.array(ImportedLikeness),
})
export type ImportedRow = z.infer<typeof ImportedRow>

export const ImportAnswer = z.object({
  /** Stands for all that was found: sent back, it says what is to be carried out. */
  seen: z.string(),
  carried_out: z.boolean(),
  count: z.record(ImportOutcome, z.int().nonnegative()),
  /** Headings of columns that are not taken over. */
  left_out: z.array(z.string()),
  rows: z.array(ImportedRow),
  /** The rows that are wrong or alike as a CSV file, each with why; empty where there are none. */
  wrong_file: z.string(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>
