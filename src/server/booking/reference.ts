import { randomInt } from 'node:crypto'

// Crockford's alphabet: no letter that reads like a digit, none that makes words.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * What a person reads out over the phone to name an appointment, such as `7K3MQ-2XW9P`.
 * @param draw gives whole numbers from 0 up to, not including, a limit.
 */
export function newReference(draw: (limit: number) => number = randomInt): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[draw(LETTERS.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}
