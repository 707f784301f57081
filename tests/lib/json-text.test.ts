import { expect, test } from 'vitest'
import { readJson } from '#lib/json-text.ts'

test('what is JSON is read', () => {
  const text = ' {"a": [1, -2.5e3, true, null, "x\\n\\u0041"], "b": {}, "c": []} '
  expect(readJson(text)).toEqual({ value: { a: [1, -2500, true, null, 'x\nA'], b: {}, c: [] } })
})

test.each([
  ['', 'Line 1, column 1: a value is missing here; text goes in double quotes'],
  ['[1, 2', 'Line 1, column 6: a comma or ] is missing'],
  ['[1 2]', 'Line 1, column 4: a comma or ] is missing'],
  ['[\n  {"id": 1}\n  {"id": 2}\n]', 'Line 3, column 3: a comma or ] is missing'],
  ['[\r\n  1,\r\n]', 'Line 3, column 1: a value is missing here; text goes in double quotes'],
  ['{"a" 1}', 'Line 1, column 6: a colon is missing'],
  ['{a: 1}', 'Line 1, column 2: a name in double quotes is missing'],
  ["['a']", 'Line 1, column 2: a value is missing here; text goes in double quotes'],
  ['{"a": 01}', 'Line 1, column 7: a value is missing here; text goes in double quotes'],
  ['{"a": 1,}', 'Line 1, column 9: a name in double quotes is missing'],
  ['["a\nb"]', 'Line 1, column 2: this text does not end, or has a character that must be escaped'],
  ['[] []', 'Line 1, column 4: nothing may come after the end'],
  [`${'['.repeat(500)}`, 'Line 1, column 102: this is nested too deeply'],
])('%j is refused at its place', (text, problem) => {
  expect(readJson(text)).toEqual({ problem })
})
