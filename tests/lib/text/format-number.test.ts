import { expect, test } from 'vitest'
import { counted, inFigures } from '#lib/text/format-number.ts'

test('large numbers are read in groups of three', () => {
  expect(inFigures(0)).toBe('0')
  expect(inFigures(1_234_567)).toBe('1,234,567')
})

test('one thing is counted as one, any other number as many', () => {
  expect(counted(1, 'line')).toBe('1 line')
  expect(counted(0, 'line')).toBe('0 lines')
  expect(counted(1200, 'entry', 'entries')).toBe('1,200 entries')
})
