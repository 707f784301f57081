import { expect, test } from 'vitest'
import { textParts } from '#lib/messages/text-parts.ts'
import { textNumber } from '#lib/text/text-number.ts'

test.each([
  ['07700 900 123', '+447700900123'],
  ['+44 (0)7700 900 123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['01632 960 100', null],
  ['07700 900 12', null],
  ['07624 900 123', '+447624900123'],
  ['070 1234 5678', null],
  ['07612 345 678', null],
  ['+8816 1234 5678', null],
  ['00882 13 123 456', null],
  ['+870 773 123 456', null],
  ['+979 1 2345 6789', null],
  ['+1 900 555 0100', null],
  ['+880 1712 345 678', '+8801712345678'],
  ['+44 1632 960 100', null],
  ['', null],
])('%s is %s for a text service', (telephone, number) => {
  expect(textNumber(telephone)).toBe(number)
})

test.each([
  ['nothing', '', 0],
  ['160 plain letters', 'a'.repeat(160), 1],
  ['one more', 'a'.repeat(161), 2],
  ['306, and one more', 'a'.repeat(307), 3],
  ['80 signs of two places', '€'.repeat(80), 1],
  ['81 of them', '€'.repeat(81), 2],
  ['70 letters with one that is not plain', `${'a'.repeat(69)}’`, 1],
  ['71 of them', `${'a'.repeat(70)}’`, 2],
])('%s are counted as they are charged', (_, text, parts) => {
  expect(textParts(text)).toBe(parts)
})
