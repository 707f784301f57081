const DOT = '[.\\u3002\\uff0e\\uff61]'
const LINKS = [
  /[/\\]{2}/,
  /(?:^|[^\p{L}])(?:https?|ftp|mailto|tel|sms|data|javascript)\s*:/iu,
  new RegExp(`(?:^|[^\\p{L}])www\\s*${DOT}`, 'iu'),
  new RegExp(`\\d${DOT}\\d+${DOT}\\d`),
  /\S\s*@/,
  /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd}){6}/u,
]
/** Begins where a word does, so that a long word is looked through once. */
const DOMAIN = new RegExp(`(?<![\\p{L}\\p{N}-])([\\p{L}\\p{N}-]+)${DOT}(?=(\\p{L}{2}))`, 'gu')
const ABBREVIATION = /^(?:st|dr|mr|mrs|ms|prof|rev|jr|sr)$/i

/** "St.John" and "J.Smith", as some write names. */
const isAbbreviated = (before: string, after: string) =>
  ABBREVIATION.test(before) || (/^\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after))

export function looksLikeLink(text: string): boolean {
  // Full-width letters and signs are read as the plain ones.
  return [text, text.normalize('NFKC')].some(
    (read) =>
      LINKS.some((link) => link.test(read)) ||
      [...read.matchAll(DOMAIN)].some(
        ([, before = '', after = '']) => !isAbbreviated(before, after),
      ),
  )
}

const JOINT = new RegExp(`(${DOT}|[:@])(?=\\S)`, 'gu')

/**
 * Puts a space in each address that people wrote about themselves, so that no mail program links it
 * and everybody sees the change.
 */
export const unlinked = (text: string): string => text.replaceAll(JOINT, '$1 ')
