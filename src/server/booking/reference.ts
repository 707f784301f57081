import { randomInt } from 'node:crypto'

// Crockford's alphabet: no letter looks like a digit, and none makes words.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newReference(draw: (limit: number) => number = randomInt): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[draw(LETTERS.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}
