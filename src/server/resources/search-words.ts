import { sql } from 'kysely'

/** The words of a search, each to be found somewhere. */
export const wordsOf = (search: string | undefined) => (search ? search.split(/\s+/) : [])

/** Text as it stands in a pattern of `like`. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
/** What has a word anywhere. */
export const patternOf = (word: string) => `%${likeText(word)}%`

/** The column that has all of what is searched. */
export const SEARCH_TEXT = 'search_text'
/** The index knows of any three letters, and of the first one or two of a word. */
const SHORTEST_ANYWHERE = 3

/** Whether a column of small letters has a word, or one or two letters at the start of a word. */
export const hasWord = (column: string, word: string) =>
  sql<boolean>`${sql.ref(column)} like ${startPattern(word)}`

/** What has a word in small letters, or one or two letters at the start of a word. */
export const startPattern = (word: string) =>
  patternOf((word.length < SHORTEST_ANYWHERE ? ' ' : '') + word.toLowerCase())
