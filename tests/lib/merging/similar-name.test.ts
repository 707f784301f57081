import { describe, expect, test } from 'vitest'
import { compareFirstNames, compareNames } from '#lib/merging/likeness.ts'

describe('names that may be the same one', () => {
  test.each([
    ['Ada', 'ADA', 'same'],
    ['Núñez', 'Nunez', 'same'],
    ['O’Brien', "O'Brien", 'same'],
    ['Wójcik', 'Wojcik', 'same'],
    ['Paweł', 'PAWEL', 'same'],
    ['Großmann', 'Grossmann', 'same'],
    ['Anne-Marie', 'Anne Marie', 'same'],
    ['Anne-Marie', 'Annemarie', 'same'],
    ['李', '李', 'same'],
    ['Anna-Maria', 'Maria', 'part'],
    ['Clarke-Reid', 'Reid', 'part'],
    ['Sam', 'Samuel', 'part'],
    ['Smith', 'Smyth', 'similar'],
    ['Brian', 'Brain', 'similar'],
    ['Fitzgerald', 'Fitzgerarld', 'similar'],
    ['Catherine', 'Katharine', 'similar'],
  ])('%s and %s', (a, b, expected) => {
    expect(compareNames(a, b)).toBe(expected)
    expect(compareNames(b, a)).toBe(expected)
  })

  test.each([
    ['Ada', 'Ida May'],
    ['Jones', 'Johnson'],
    ['Li', 'Lo'],
    ['Al', 'Alan'],
    ['Smith', 'Schmitt'],
    ['李', '王'],
    ['', 'Ada'],
    ['?', '!'],
  ])('but not %s and %s', (a, b) => {
    expect(compareNames(a, b)).toBe('different')
  })
})

describe('first names that may be the same one', () => {
  test.each([
    ['Bill', 'William', 'part'],
    ['Bob', 'Robert', 'part'],
    ['Peggy', 'Margaret', 'part'],
    ['Dick', 'Richard John', 'part'],
    ['Kate', 'Katie', 'similar'],
    ['Bill', 'Robert', 'different'],
    ['Mary', 'Margaret', 'different'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(compareFirstNames(a, b)).toBe(expected)
    expect(compareFirstNames(b, a)).toBe(expected)
  })

  test('are no last names', () => {
    expect(compareNames('Jack', 'Johns')).toBe('different')
  })
})
