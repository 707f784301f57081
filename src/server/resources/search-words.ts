import { sql } from 'kysely'

export const wordsOf = (search: string | undefined) => (search ? search.split(/\s+/) : [])

/** Escaped for `like`. Keyboards and names have different apostrophes: any stands for each. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&').replace(/['’‘`]/g, '_')
export const patternOf = (word: string) => `%${likeText(word)}%`

export const SEARCH_TEXT = 'search_text'
/** The index knows any three letters, and the first one or two of a word. */
const SHORTEST_ANYWHERE = 3

/** `column` is in small letters. One or two letters match the start of a word. */
export const hasWord = (column: string, word: string) =>
  sql<boolean>`${sql.ref(column)} like ${startPattern(word)}`

export const startPattern = (word: string) =>
  patternOf((word.length < SHORTEST_ANYWHERE ? ' ' : '') + word.toLowerCase())
