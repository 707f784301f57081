import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvColumns, csv } from '#server/resources/csv.ts'
import { parseCsv } from './parse-csv.ts'

async function* toBatches<Row>(...batches: Row[][]) {
  yield* batches
}

async function written<Row>(columns: CsvColumns<Row>, batches: Row[][], lastLine?: string) {
  const pieces: string[] = []
  for await (const piece of csv(columns, toBatches(...batches), lastLine)) pieces.push(piece)
  return { pieces, text: pieces.join('') }
}

const one = { Value: (value: string) => value }
const cell = async (value: string) => {
  const { text } = await written(one, [[value]])
  return parseCsv(text.slice(1))[1]?.[0]
}

const people: CsvColumns<{ name: string; age: number }> = {
  Name: (person) => person.name,
  'Age, years': (person) => person.age,
}
const kinds: CsvColumns<unknown> = {
  At: () => new Date('2026-03-29T01:30:00.125Z'),
  True: () => true,
  False: () => false,
  None: () => null,
  Empty: () => '',
}
const two: CsvColumns<unknown> = { A: () => 1, B: () => 2 }
const three: CsvColumns<string[]> = {
  A: (row) => row[0] ?? '',
  B: (row) => row[1] ?? '',
  C: (row) => row[2] ?? '',
}

test('a file starts with a byte order mark and its head, and every line ends with CR LF', async () => {
  const ann = { name: 'Ann', age: 41 }
  const bea = { name: 'Bea "B" Lee', age: -1 }
  const { text } = await written(people, [[ann], [bea]])
  expect(text).toBe('\ufeffName,"Age, years"\r\nAnn,41\r\n"Bea ""B"" Lee",-1\r\n')
})

test('dates are written in UTC, truth as a word, nothing as nothing', async () => {
  const { text } = await written(kinds, [[{}]])
  expect(text.split('\r\n')[1]).toBe('2026-03-29T01:30:00.125Z,true,false,,')
})

test('without a row there is the head alone; a last line stands in the first column', async () => {
  expect((await written(two, [])).text).toBe('\ufeffA,B\r\n')
  expect((await written(two, [], 'cut')).text).toBe('\ufeffA,B\r\ncut,\r\n')
  expect((await written(two, [[{}]], 'cut')).text).toBe('\ufeffA,B\r\n1,2\r\ncut,\r\n')
})

test('each batch is a piece, the head with the first, so that no more than one is in memory', async () => {
  const { pieces } = await written(one, [['a', 'b'], ['c']])
  expect(pieces).toEqual(['\ufeffValue\r\na\r\nb\r\n', 'c\r\n'])
})

describe('text that a spreadsheet would run', () => {
  test.each([
    '=1+1',
    '+44 7700 900123',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "=cmd|'/C calc'!A0",
    '=HYPERLINK("https://evil.example","x")',
    '＝1+1',
  ])('%j gets an apostrophe in front', async (value) => {
    expect(await cell(value)).toBe(`'${value}`)
  })

  test.each(['1=1', ' =1', 'a+b', "'=1", '', 'x-ray'])('%j stays as it is', async (value) => {
    expect(await cell(value)).toBe(value)
  })
})

test('whatever is written is read back, one field for one value', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('"', ',', '\r', '\n', '\r\n', ';', "'", '=', 'a', ' '))
      .map((signs) => signs.join('')),
  )
  const row = fc.array(value, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const { text } = await written(three, [rows])
      const [, ...read] = parseCsv(text.slice(1))
      const tamed = (text: string) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)
      expect(read).toEqual(rows.map((values) => values.map(tamed)))
    }),
  )
})
