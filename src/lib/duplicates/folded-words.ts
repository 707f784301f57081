/** Letters that carry no sign that could be taken off, as people write them without. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
}

/**
 * The words of a name in small letters without accents, hyphens and apostrophes: "O’Brien-Núñez" is
 * "obrien", "nunez". `folded_name` of the database does the same.
 */
export const foldedWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’‘`.]/g, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
