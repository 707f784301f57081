import { plainLetters } from '../text/plain-letters.ts'

/** Turns "O’Brien-Núñez" into "obrien", "nunez". `folded_name` of the database does the same. */
export const foldWords = (name: string): string[] =>
  plainLetters(name.normalize('NFD'))
    .replace(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
