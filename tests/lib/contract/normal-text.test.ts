import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalText, normalValues, unstorablePaths } from '#lib/contract/normal-text.ts'
import { runs } from '../../amount.ts'

describe('text', () => {
  test.each([
    ['decomposed', 'Zoe\u0308', 'Zo\u00eb'],
    ['that a composed form does not exist of', '\u0958', '\u0915\u093c'],
    ['with a zero-width space', 'An\u200Bna', 'Anna'],
    ['with one between a letter and its accent', 'Zoe\u200B\u0308', 'Zo\u00eb'],
    ['of nothing that shows', '\u200B\u2060\uFEFF\u00AD\u3164', ''],
    ['that turns others around', '\u202Etxt\u202C \u2066a\u2069 \u200Fb', 'txt a b'],
    ['of a telephone’s address book', '\u202A+44 7700 900982\u202C', '+44 7700 900982'],
    ['with a joiner between Latin letters', 'a\u200Db\u200Cc', 'abc'],
    ['with joiners after one another', 'क\u200D\u200Dष', 'क\u200Dष'],
    ['with a variant of a digit', '1\uFE0F2', '12'],
    ['with a joiner after an accent', 'a\u0308\u200D', '\u00e4'],
    ['with hidden tags', 'a\u{E0041}\u{E0042}', 'a'],
    [
      'with marks without end',
      `a${'\u0316\u0301'.repeat(1_000)}`,
      `\u00e1${'\u0316'.repeat(15)}${'\u0301'.repeat(14)}`,
    ],
    ['with a separator of lines', 'one\u2028two', 'one\ntwo'],
    ['with a blank of Braille', 'a\u2800b', 'a b'],
  ])('%s is kept in one form', (_, text, kept) => {
    expect(normalText(text)).toBe(kept)
  })

  test.each([
    ['Persian', 'می\u200Cخواهم'],
    ['Arabic with vowels', '\u0646\u064e\u200C\u0647'],
    ['Hindi', 'क्\u200Dष'],
    ['Malayalam at the end of a name', 'അനില്\u200D'],
    ['a family', '👨\u200D👩\u200D👧'],
    ['an emoji with a colour and a sex', '👩🏽\u200D⚕️'],
    ['a heart', '❤️'],
    ['a key', '1️⃣'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a Japanese name', '葛\u{E0100}城'],
    ['an ordinary name', 'Siân O’Brien-Núñez'],
    ['lines', 'one\r\n\ttwo'],
  ])('of %s stays as it is', (_, text) => {
    expect(normalText(text)).toBe(text.normalize('NFC'))
  })

  test('in that form stays so, whatever it is', () => {
    const odd = fc.constantFrom(
      ...'aक1❤👩ക്െ葛ᠠه\u064e\u0308\u200B\u200C\u200D\u202E\uFE0F\u20E3\u0958',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(odd).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (any) => {
        const once = normalText(any)
        expect(normalText(once)).toBe(once)
        expect(once).toBe(once.normalize('NFC'))
        expect(once).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069]/)
      }),
      { numRuns: runs(300, 2_000) },
    )
  })
})

test('every text within a value is in that form, and nothing else changes', () => {
  const given = JSON.parse('{"a":["e\u0301",1,null,true],"__proto__":{"b":"\u200Bc"}}')
  expect(JSON.stringify(normalValues(given))).toBe('{"a":["é",1,null,true],"__proto__":{"b":"c"}}')
})

test('what is nested too deeply is refused', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  expect(() => normalValues(deep)).toThrow(RangeError)
})

test('what the database cannot keep is found wherever it is, and nothing else', () => {
  const plain = fc.jsonValue({ stringUnit: fc.constantFrom(...'aé🏴\n') as never, maxDepth: 4 })
  const wrong = fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udfff')
  const where = fc.array(fc.constantFrom('a', 'constructor', '0'), { maxLength: 5 })
  fc.assert(
    fc.property(plain, wrong, where, fc.boolean(), (value, text, path, isName) => {
      expect(unstorablePaths(value)).toEqual([])
      const end: unknown = isName ? { [text]: value } : text
      const spoiled = path.reduceRight((inside, name) => ({ other: value, [name]: inside }), end)
      expect(unstorablePaths(spoiled)).toEqual([path.join('.')])
    }),
  )
})

test('the name of a prototype is found as it was sent', () => {
  expect(unstorablePaths(JSON.parse('{"a":[{"__proto__":1}],"constructor":1}'))).toEqual(['a.0'])
})
