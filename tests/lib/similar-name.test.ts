import { describe, expect, test } from 'vitest'
import { isSimilarName } from '#lib/similar-name.ts'

describe('names that may be the same one', () => {
  test.each([
    ['Ada', 'ADA'],
    ['Núñez', 'Nunez'],
    ['O’Brien', "O'Brien"],
    ['Anne-Marie', 'Anne Marie'],
    ['Sam', 'Samuel'],
    ['Smith', 'Smyth'],
    ['Brian', 'Brain'],
    ['Fitzgerald', 'Fitzgeralld'],
    ['Catherine', 'Katharine'],
    ['李', '李'],
  ])('%s and %s', (a, b) => {
    expect(isSimilarName(a, b)).toBe(true)
    expect(isSimilarName(b, a)).toBe(true)
  })

  test.each([
    ['Ada', 'Ida May'],
    ['Jones', 'Johnson'],
    ['Li', 'Lo'],
    ['Al', 'Alan'],
    ['Smith', 'Schmitt'],
    ['李', '王'],
    ['', 'Ada'],
  ])('but not %s and %s', (a, b) => {
    expect(isSimilarName(a, b)).toBe(false)
  })
})
