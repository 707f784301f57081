import { plainLetters } from '../text/plain-letters.ts'

/** "O’Brien-Núñez" is "obrien", "nunez". `folded_name` of the database does the same. */
export const foldWords = (name: string): string[] =>
  plainLetters(name.normalize('NFD'))
    .replace(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
