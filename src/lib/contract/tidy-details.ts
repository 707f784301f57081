/* The same is found, compared and printed as the same. A migration tidied older records. */

export const normaliseApostrophes = (text: string): string => text.replace(/[´ʼ′]/g, '’')

/** Collapses spaces, and writes each accent and apostrophe in one way. */
export const tidyName = (text: string): string =>
  normaliseApostrophes(text.normalize('NFC').trim()).replace(/\s+/g, ' ')

/** Lowers the domain only: the part before the @ belongs to the mailbox's server. */
export const tidyEmail = (text: string): string =>
  text.trim().replace(/@[^@]*$/, (domain) => domain.toLowerCase())
