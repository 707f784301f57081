const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}\\p{sc=Mong}\\u0640\\u064B-\\u065F\\u0670'
const PICTURE = '\\p{Extended_Pictographic}[\\u{FE0E}\\u{FE0F}\\p{Emoji_Modifier}]?'

const MEANT = [
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}',
  `${PICTURE}(?:\\u200D${PICTURE})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  '\\p{Ideographic}[\\u{E0100}-\\u{E01EF}]',
  '\\p{sc=Mong}[\\u180B-\\u180D\\u180F]',
  `[${JOINING}](?:\\u200D|\\u200C(?=[${JOINING}]))`,
].join('|')

const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]'
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')
const EITHER = new RegExp(`(${MEANT})|${INVISIBLE}`, 'gu')
const MOST_TRIES = 3
/** No script uses so many, and ordering thousands of them takes seconds. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

const ASCII = /^[\0-\x7f]*$/

/**
 * NFC, without characters that show nothing or change direction. They are dropped rather than
 * refused, because people copy them unseen. Joiners and variants stay where they matter.
 */
export function normalText(text: string): string {
  if (ASCII.test(text)) return text
  let kept = text.replace(/[\u2028\u2029]/g, '\n').replace(/\u2800/g, ' ')
  // Each step can change the neighbours of what stays, so repeat until nothing changes.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = kept
    kept = composed(kept.replace(EITHER, (_, meant: string | undefined) => meant ?? ''))
    if (kept === before) return kept
  }
  return composed(kept.replace(ALL_INVISIBLE, ''))
}

const composed = (text: string) => text.replace(TOO_MANY_MARKS, '$1').normalize('NFC')

/** No call and no form nests deeper. */
const DEEPEST = 100

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u

/**
 * Finds text that the database cannot store, or a name that would be taken for a prototype. Names
 * at the top are left to the schema, which names those that it does not know.
 * @returns dotted paths; a wrong name counts for what holds it, and the value itself is ''.
 */
export function unstorablePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  const isWrongName = (name: string) =>
    (name === '__proto__' && path !== '') || UNSTORABLE.test(name)
  const names = Object.keys(value)
  const within = Object.entries(value)
    .filter(([name]) => !isWrongName(name))
    .flatMap(([name, each]) => unstorablePaths(each, path === '' ? name : `${path}.${name}`))
  return names.some(isWrongName) ? [path, ...within] : within
}

export function normalValues(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return normalText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) throw new RangeError('This is nested too deeply.')
  if (Array.isArray(value)) return value.map((each) => normalValues(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, normalValues(each, depth + 1)]),
  )
}
