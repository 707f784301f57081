/* The same is found, compared and printed as the same. A migration tidied older records. */

export const normaliseApostrophes = (text: string): string => text.replace(/[´ʼ′]/g, '’')

/** Collapses spaces, and writes each accent and apostrophe in one way. */
export const tidyName = (text: string): string =>
  normaliseApostrophes(text.normalize('NFC').trim()).replace(/\s+/g, ' ')

export const tidyPostcode = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^(GIR|[A-Z]{1,2}\d[A-Z\d]?)[ -]?(\d[A-Z]{2})$/, '$1 $2')

/** Lowers the domain only: the part before the @ belongs to the mailbox's server. */
export const tidyEmail = (text: string): string =>
  text.trim().replace(/@[^@]*$/, (domain) => domain.toLowerCase())

export function tidyPhone(text: string): string {
  const groups = text
    .trim()
    .replace(/^\+?\s*00(?=\s*[1-9])/, '+')
    // "+44 (0)20": the zero is for callers within the country.
    .replace(/^(\+[\d\s.-]*)\(0\)/, '$1 ')
    .replace(/[^\d+]+/g, ' ')
    .trim()
  const digits = groups.replace(/\D/g, '')
  const within = /^(?:\+ ?44 ?0?|0)([1-9]\d{8,9})$/.exec(groups.replaceAll(' ', ''))?.[1]
  if (within) return spaced(`0${within}`)
  // From abroad without "+": no other country has mobile numbers of this length here.
  const abroad = /^44(7\d{9})$/.exec(digits)?.[1]
  if (abroad) return spaced(`0${abroad}`)
  // Spreadsheets drop a first zero.
  return /^[17]\d{9}$/.test(digits) && !groups.startsWith('+') ? spaced(`0${digits}`) : groups
}

export const tidyReference = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^(.{5})(.{5})$/, '$1-$2')

/** Groups by area code (Ofcom); some numbers are a digit shorter. */
function spaced(number: string): string {
  if (/^02/.test(number)) return number.replace(/^(\d{3})(\d{4})/, '$1 $2 ')
  if (/^0(1\d?1|[389])/.test(number)) return number.replace(/^(\d{4})(\d{3})/, '$1 $2 ')
  return number.replace(/^(\d{5})(\d{3}(?=\d{3}$))?/, (_, area, three) =>
    three ? `${area} ${three} ` : `${area} `,
  )
}
