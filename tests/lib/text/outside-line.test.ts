import { expect, test } from 'vitest'
import { outsideLine } from '#lib/text/outside-line.ts'

test.each([
  ['a\0b\r\n\tc', 'a b c'],
  ['\ud83dlone\udc00', 'lone'],
  ['right\u202eleft\u2066', 'right left'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['😀'.repeat(11), `${'😀'.repeat(10)}…`],
  ['\0\u001f', ''],
])('%j is kept as %j', (text, line) => {
  expect(outsideLine(text, 10)).toBe(line)
})
