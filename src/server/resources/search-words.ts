import { type RawBuilder, sql } from 'kysely'
import { normaliseApostrophes } from '#lib/contract/tidy-details.ts'
import { foldWords } from '#lib/merging/fold-words.ts'
import { plainPhone } from '#lib/merging/likeness.ts'

const PHONE_START = /^\(?(?:\+|0|44$)[\d().-]*$/
const PHONE_REST = /^[\d().-]+$/
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/
const ABROAD = /^\(?(?:\+|00)(?!44)/
const WHOLE_PHONE = 10
const WHOLE_ABROAD = 11

/** It can be typed in groups, of which the country code may be the first. */
function isWholePhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '')
  return ABROAD.test(phone.replace(/[().-]/g, ''))
    ? digits.replace(/^00/, '').length >= WHOLE_ABROAD
    : plainPhone(phone).length >= WHOLE_PHONE
}

/** A phone number is one word, whatever its spaces. */
export function splitSearchWords(search: string | undefined): string[] {
  const words: string[] = []
  let isPhone = false
  for (const typed of normaliseApostrophes(search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    const last = words.at(-1) ?? ''
    const isOfPhone = isPhone && !isWholePhone(last) && PHONE_REST.test(typed)
    if (isOfPhone && !ISO_DATE.test(typed)) words.splice(-1, 1, last + typed)
    else {
      words.push(typed)
      isPhone = PHONE_START.test(typed)
    }
  }
  return words
}

/** Escaped for `like`. Keyboards and names have different apostrophes: any stands for each. */
const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&').replace(/['’‘`]/g, '_')
const toPattern = (word: string) => `%${likeText(word)}%`

const SEARCH_TEXT = 'search_text'
/** These fields have the whole name of one person, without a column of their words. */
const NAMES = new Set(['full_name', 'patient_name', 'staff_name', 'person_name'])

/** The index knows any three letters, and the first one or two of a word. */
const SHORTEST_ANYWHERE = 3
const startPattern = (word: string) =>
  toPattern((word.length < SHORTEST_ANYWHERE ? ' ' : '') + word.toLowerCase())

/** With a comma, as in "O'Neill, Ada". */
const NAME = /^[\p{L}\p{M}\p{Pd}'’‘`.,]+$/u
const PHONE = /^\(?(?:\+|0|44)[\d().-]*$/
/** Fewer digits without country code and first zero stand in too many numbers. */
const SHORTEST_PHONE = 3

/** Ways to write a word: each is patterns that must all match. */
function matchingWays(word: string): string[][] {
  const asTyped = [startPattern(word)]
  if (PHONE.test(word)) {
    const phone = plainPhone(word)
    return phone.length < SHORTEST_PHONE ? [asTyped] : [asTyped, [toPattern(` ${phone}`)]]
  }
  const plain = NAME.test(word) ? foldWords(word) : []
  const asOne = plain.join('')
  if (asOne === '' || asOne === word.toLowerCase()) return [asTyped]
  return [asTyped, plain.map(startPattern), [startPattern(asOne)]]
}

function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const ways = matchingWays(word).map((patterns) =>
    sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` and `,
    ),
  )
  return sql`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`
}

const hasAll = (words: readonly string[], has: (word: string) => RawBuilder<boolean>) =>
  words.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(words.map(has), sql` and `)}`

/** Of a person, by words of the name alone. The index finds, and the name settles. */
export const isNamed = (text: string): RawBuilder<boolean> =>
  hasAll(
    splitSearchWords(text),
    (word) =>
      sql`(${hasWord(sql.ref(SEARCH_TEXT), word)} and ${hasWord(sql.ref('name_text'), word)})`,
  )

export function fieldHas(field: string, word: string): RawBuilder<boolean> {
  if (field === SEARCH_TEXT) return hasWord(sql.ref(field), word)
  const asWritten = sql<boolean>`${sql.ref(field)} ilike ${toPattern(word)}`
  // Spaces do not count, nor does the country code.
  const phone = PHONE.test(word) ? plainPhone(word) : ''
  if (phone.length >= SHORTEST_PHONE) {
    const digits = sql`regexp_replace(${sql.ref(field)}::text, '\\D', '', 'g')`
    return sql`(${asWritten} or ${digits} like ${toPattern(phone)})`
  }
  if (!NAMES.has(field)) return asWritten
  return sql`(${asWritten} or ${hasWord(sql`searched_name('', ${sql.ref(field)})`, word)})`
}
