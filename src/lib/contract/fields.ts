import { z } from 'zod'
import { tooLong } from './text-length.ts'
import { tidyPostcode } from './tidy-details.ts'

/**
 * A line of text a person typed: trimmed, bounded, without control characters and halves of
 * characters. `name` is that of the field, for forms whose summary repeats the message.
 */
export const line = (longest: number, name?: string) =>
  z
    .string()
    .trim()
    .max(longest, tooLong(longest, name))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove the unusual characters')

/** Several lines of text: as `line`, line breaks and tabs allowed. */
export const paragraph = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, tooLong(longest))
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Remove the unusual characters')

export const id = z.int().positive().max(2_147_483_647)
/** An id in a path or a query string: digits, none of the other ways to write a number. */
export const idText = z.coerce
  .string()
  .regex(/^\d{1,10}$/, 'Enter a whole number')
  .transform(Number)
  .pipe(id)
  .meta({ type: 'integer' })
export const slug = z
  .string()
  .max(100, tooLong(100))
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Use small letters and digits, with a hyphen between words, such as flu-vaccination',
  )
export const url = z.url()
/** Of another record; null where the caller may not read it (docs/decisions/0041). */
export const reference = url.nullable()
export const plainDate = z.iso.date({
  error: ({ input }) => (input === undefined ? undefined : 'Enter a date as YYYY-MM-DD'),
  abort: true,
})
/** A date of the calendar that somebody asks for: the week around it must be one, too. */
export const calendarDate = plainDate.refine(
  (date) => date >= '2000-01-01' && date <= '2199-12-31',
  'Enter a date from 2000 to 2199',
)
/** Of a list: the days from one to another, both included, by a date or an instant of its records. */
export const period = <const Field extends string>(field: Field) =>
  ({
    [`${field}_from`]: calendarDate.optional(),
    [`${field}_to`]: calendarDate.optional(),
  }) as Record<`${Field}_from` | `${Field}_to`, z.ZodOptional<typeof calendarDate>>
export const instant = z.iso.datetime({ offset: true })
export const secretKey = z.string().max(200)

export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Paging, search and order of every list. */
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

/** `more`: there are more than `count`; long lists are counted no further. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int().nonnegative(),
    more: z.literal(true).optional(),
    results: z.array(item),
  })

/** A date as availabilities write it: `DD/MM/YYYY` outside, `YYYY-MM-DD` inside. */
export const writtenDate = z.codec(
  z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/, 'Enter a date as DD/MM/YYYY'),
  calendarDate,
  {
    decode: (text) => text.split('/').toReversed().join('-'),
    encode: (date) => date.split('-').toReversed().join('/'),
  },
)
/** The same, as it is sent. */
export const sentDate = z.stringFormat('DD/MM/YYYY', /^\d{2}\/\d{2}\/\d{4}$/)
/** A time of the clinic's clock. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:mm')
/** What a record was like when somebody decided to change it: another change makes it stale. */
export const version = z.int().positive()
/** Four to eight digits that only the clinician knows. */
export const pinCode = z.string().regex(/^\d{4,8}$/, 'Enter the 4 to 8 digits of the PIN')

/** The same text, or none. What is wrong with it is said as `text` says it. */
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

/** A postcode as `tidyPostcode` keeps it. */
export const postcode = line(12, 'Postcode').transform(tidyPostcode)

/** Pounds and pence, exactly, as text: `12.50`. */
export const money = z.stringFormat(
  'money',
  /^\d{1,12}\.\d{2}$/,
  'Enter pounds and pence, such as 12.50',
)

/** Several records, each once, in their order. */
export const ids = (most = 100) =>
  z
    .array(id)
    .max(most, `Choose ${most} or fewer`)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once')

/** A day. Of the schema, too: whatever overlaps a time began at most so long before it. */
export const LONGEST_APPOINTMENT_MINUTES = 1_440
