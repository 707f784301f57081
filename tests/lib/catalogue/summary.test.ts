import { expect, test } from 'vitest'
import { splitParagraphs, summarise } from '#lib/catalogue/summary.ts'

test('a short description is shown whole, on one line', () => {
  expect(summarise(' For adults.\n\nTakes  a moment. ')).toBe('For adults. Takes a moment.')
})

test('a long description is cut between words', () => {
  const summary = summarise(`${'word, '.repeat(40)}end`)
  expect(summary).toMatch(/^(word, )+word…$/)
  expect(summary.length).toBeLessThanOrEqual(156)
})

test('a description without a space is cut all the same', () => {
  expect(summarise('x'.repeat(500)).length).toBeLessThanOrEqual(156)
})

test('empty lines part paragraphs, whatever the line ends', () => {
  expect(splitParagraphs('One\nand more\r\n\r\nTwo\n \n\nThree\n')).toEqual([
    'One\nand more',
    'Two',
    'Three',
  ])
  expect(splitParagraphs('')).toEqual([])
})
