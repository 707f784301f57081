import { expect, test } from 'vitest'
import { readJson } from '#lib/text/json-text.ts'

test('what is JSON is read', () => {
  const text = ' {"a": [1, -2.5e3, true, null, "x\\n\\u0041"], "b": {}, "c": []} '
  expect(readJson(text)).toEqual({ value: { a: [1, -2500, true, null, 'x\nA'], b: {}, c: [] } })
})

test.each([
  ['', 'Line 1, column 1: a value is missing here; text goes in double quotes'],
  ['[1, 2', 'Line 1, column 6: a comma or ] is missing'],
  ['[1 2]', 'Line 1, column 4: a comma or a closing bracket is missing'],
  ['[\n  {"id": 1}\n  {"id": 2}\n]', 'Line 3, column 3: a comma or a closing bracket is missing'],
  ['[\r\n  1,\r\n]', 'Line 3, column 1: a value is missing here; text goes in double quotes'],
  ['{"a" 1}', 'Line 1, column 6: a colon is missing'],
  ['{a: 1}', 'Line 1, column 2: this is not a value; text and names go in double quotes'],
  ["['a']", 'Line 1, column 2: this is not a value; text and names go in double quotes'],
  ['[1, NaN]', 'Line 1, column 5: this is not a value; text and names go in double quotes'],
  ['{"a": 01}', 'Line 1, column 8: a comma or a closing bracket is missing'],
  ['{"a": {}', 'Line 1, column 9: a comma or } is missing'],
  ['{1: 2}', 'Line 1, column 2: a name in double quotes is missing'],
  ['[1.]', 'Line 1, column 2: this number is not complete'],
  ['[1] // one', 'Line 1, column 5: comments are not allowed'],
  ['{"a": 1,}', 'Line 1, column 9: a name in double quotes is missing'],
  ['["a\nb"]', 'Line 1, column 2: this text does not end on its line'],
  ['["a\tb"]', 'Line 1, column 2: this text has a character that must be escaped'],
  ['["\\x"]', 'Line 1, column 2: this text has an escape that is not valid'],
  ['["\\u12"]', 'Line 1, column 2: this text has an escape that is not valid'],
  ['[] []', 'Line 1, column 4: nothing may come after the end'],
])('%j is refused at its place', (text, problem) => {
  expect(readJson(text)).toEqual({ problem })
})

test('what is nested too deeply is refused', () => {
  expect(readJson('['.repeat(200_000))).toEqual({ problem: 'This is nested too deeply' })
})
