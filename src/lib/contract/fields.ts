import { z } from 'zod'
import { noSuchDate } from './real-date.ts'
import { LONGEST_CORRECTION_REASON, NO_REASON, tooLong } from './text-length.ts'

const tidyPostcode = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^(GIR|[A-Z]{1,2}\d[A-Z\d]?)[ -]?(\d[A-Z]{2})$/, '$1 $2')

/**
 * Longer text is seen by no further check: some patterns take a time that grows with its square.
 * `name` is the field's, for forms whose summary repeats the message.
 */
export const text = (longest: number, name?: string) =>
  z
    .string()
    .trim()
    .max(longest, { error: tooLong(longest, name), abort: true })

export const line = (longest: number, name?: string) =>
  text(longest, name).regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove the unusual characters')

export const paragraph = (longest: number) =>
  text(longest).regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Remove the unusual characters')

const LARGEST = 2_147_483_647
export const id = z.int().positive().max(LARGEST)
export const idText = z.coerce
  .string()
  .regex(/^\d{1,10}$/, 'Enter a whole number')
  .transform(Number)
  .pipe(id)
  .meta({ type: 'integer' })
export const slug = text(100).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Use small letters and digits, with a hyphen between words, such as flu-vaccination',
)
export const url = z.url()
/** It is null where the caller may not read the record (docs/decisions/0041). */
export const reference = url.nullable()
export const plainDate = z.iso.date({
  error: ({ input }) =>
    input === undefined
      ? undefined
      : (typeof input === 'string' && noSuchDate(input)) || 'Enter a date as YYYY-MM-DD',
  abort: true,
})
export const calendarDate = plainDate.refine(
  (date) => date >= '2000-01-01' && date <= '2199-12-31',
  'Enter a date from 2000 to 2199',
)
/** Filters a list by days, both inclusive, of a date or an instant. */
export const period = <const Field extends string>(field: Field) =>
  ({
    [`${field}_from`]: calendarDate.optional(),
    [`${field}_to`]: calendarDate.optional(),
  }) as Record<`${Field}_from` | `${Field}_to`, z.ZodOptional<typeof calendarDate>>
export const instant = z.iso.datetime({
  offset: true,
  error: ({ input }) =>
    input === undefined
      ? undefined
      : (typeof input === 'string' && noSuchDate(input.slice(0, 'YYYY-MM-DD'.length))) ||
        'Enter a date and time such as 2027-03-31T09:30:00Z',
})
export const secretKey = z.string().max(200)

export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true')

export const listQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(50),
  search: z.string().trim().max(100).optional(),
  ordering: z
    .string()
    .max(200)
    .regex(/^-?[a-z_0-9]+(,-?[a-z_0-9]+)*$/)
    .optional(),
}

/** `more`: there are more than `count`, because long lists are not counted to the end. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int().nonnegative(),
    more: z.literal(true).optional(),
    results: z.array(item),
  })

export const writtenDate = z.codec(
  z
    .string()
    .regex(/^(?:0[1-9]|[12]\d|3[01])\/(?:0[1-9]|1[0-2])\/\d{4}$/, 'Enter a date as DD/MM/YYYY'),
  calendarDate,
  {
    decode: (text) => text.split('/').toReversed().join('-'),
    encode: (date) => date.split('-').toReversed().join('/'),
  },
)
export const sentDate = z.stringFormat('DD/MM/YYYY', /^\d{2}\/\d{2}\/\d{4}$/)
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:mm')
/** Counts the changes of a record. */
export const version = z.int().positive().max(LARGEST)
/**
 * Another version than the one the caller saw makes the call stale. Left out, any will do, and the
 * trail says so (docs/decisions/0090).
 */
export const seenVersion = version.optional()
export const pinCode = z.string().regex(/^\d{4,8}$/, 'Enter the 4 to 8 digits of the PIN')

/** Older clients send this. Ours send the header, because addresses are logged by others. */
export const pinInAddress = pinCode.optional()

export const orNone = (text: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .pipe(
      z.union([z.literal(''), text], {
        error: (issue) =>
          issue.code === 'invalid_union' ? issue.errors.at(-1)?.at(0)?.message : undefined,
      }),
    )

/** Why something is changed. Older clients leave it out (docs/decisions/0090). */
export const statedReason = paragraph(LONGEST_CORRECTION_REASON)
  .min(1, 'Enter a reason')
  .default(NO_REASON)

export const postcode = line(12, 'Postcode').transform(tidyPostcode)

/** Pounds and pence as exact text: `12.50`. */
export const money = z.stringFormat('money', /^\d{1,12}\.\d{2}$/, {
  error: 'Enter pounds and pence, such as 12.50',
  abort: true,
})

/** What a service costs, and whom: `0.00` is free. */
export const ServicePrice = z.object({ label: z.string(), amount: money, for_whom: z.string() })
export type ServicePrice = z.infer<typeof ServicePrice>

const NOT_CHOSEN = 'Send the address of a record'

/** Several records, each by its address, by its id, or as a row that has one of them. */
export const chosenRecords = (most: number) =>
  z
    .array(z.union([url, id, z.looseObject({ url }), z.looseObject({ id })], { error: NOT_CHOSEN }))
    .max(most, `Choose ${most} or fewer`)
export type ChosenRecord = z.infer<ReturnType<typeof chosenRecords>>[number]

/** Takes `18`, `18.5` and numbers, too. @param limit whole pounds that an amount stays below. */
export const writtenMoney = (limit: number) =>
  z.preprocess(
    toExactMoney,
    money.refine(
      (amount) => Number(amount) < limit,
      `Enter a price below £${limit.toLocaleString('en-GB')}`,
    ),
  ) as z.ZodType<string, string | number>

function toExactMoney(given: unknown): unknown {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string') return text
  const [, pounds, pence = ''] = /^0*(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return pounds === undefined ? text : `${pounds}.${pence.padEnd(2, '0')}`
}

export const ids = (most = 100) =>
  z
    .array(id)
    .max(most, `Choose ${most} or fewer`)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once')

/** One day. The schema relies on it: whatever overlaps a time began at most this long before. */
export const LONGEST_APPOINTMENT_MINUTES = 1_440
