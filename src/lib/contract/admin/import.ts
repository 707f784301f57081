import { z } from 'zod'

/** Rows of a file beside its headings, and the bytes of the file itself. */
export const MOST_ROWS = 10_000
export const MOST_BYTES = 4 * 1024 * 1024

/** Four characters of base64 for three bytes. */
const MOST_CHARACTERS = Math.ceil(MOST_BYTES / 3) * 4

export const ImportRequest = z.strictObject({
  /** A CSV file, its bytes in base64: UTF-8, or Windows-1252 as spreadsheets also save it. */
  file: z
    .base64('Give the file in base64')
    .min(1, 'Choose a file')
    .max(MOST_CHARACTERS, 'Too large'),
  /** Left out, nothing is changed. Given, what was seen is carried out, if it is still the same. */
  seen: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Give what the check answered')
    .nullable()
    .default(null),
})

const ImportOutcome = z.enum(['created', 'changed', 'unchanged', 'wrong'])

const ImportedRow = z.object({
  /** Of the file, the headings being line 1. */
  line: z.int().positive(),
  outcome: ImportOutcome,
  /** What stands for the record. */
  name: z.string(),
  /** Of one that is there already; in words. */
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  problems: z.array(z.object({ label: z.string(), message: z.string() })),
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
  /** The wrong rows as a CSV file, each with why; empty where there are none. */
  wrong_file: z.string(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>
