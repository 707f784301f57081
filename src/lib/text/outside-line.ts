/** Joiners are letters of names in Persian and the languages of India. */
const SHOWS_NOTHING = /(?:\s|[^\P{C}\u200C\u200D])+/gu

/**
 * Drops control characters, lone surrogates and marks that change direction, so that text of
 * another system can be stored, logged and shown.
 */
export function outsideLine(text: string, longest: number): string {
  const characters = [...text.replace(SHOWS_NOTHING, ' ').trim()]
  return characters.length > longest
    ? `${characters.slice(0, longest).join('')}…`
    : characters.join('')
}
