import { expect, test } from 'vitest'
import { isSameAnswer, withoutBlanks } from '#lib/forms/answer-kinds.ts'
import { formatFormProgress } from '#lib/forms/format-progress.ts'

test('answers are the same in any order of their names, and differ in any value', () => {
  const file = { id: 'x', name: 'a.pdf', type: 'application/pdf', bytes: 3 }
  const one = { eggs: 'yes', medicines: [{ name: 'A', daily: true }], letter: [file] }
  const other = { letter: [file], medicines: [{ daily: true, name: 'A' }], eggs: 'yes' }
  expect(isSameAnswer(one, other)).toBe(true)
  expect(isSameAnswer(one, { ...other, medicines: [{ daily: false, name: 'A' }] })).toBe(false)
  expect(isSameAnswer(['a', 'b'], ['b', 'a'])).toBe(false)
})

test('a draft keeps no blanks, but every entry of a group', () => {
  const answers = {
    eggs: 'no',
    reaction: '',
    consent: false,
    plans: [],
    signed: { name: '', signed_on: '2026-08-06' },
    medicines: [{ name: 'A', why: '' }, {}],
    zero: 0,
  }
  expect(withoutBlanks(answers)).toEqual({ eggs: 'no', medicines: [{ name: 'A' }, {}], zero: 0 })
})

test.each([
  [{ due: 2, in_progress: 0, submitted: 1 }, '2 forms to fill in before you come'],
  [
    { due: 1, in_progress: 1, submitted: 0 },
    '2 forms to fill in before you come, 1 of them started',
  ],
  [{ due: 0, in_progress: 1, submitted: 0 }, '1 form to fill in before you come, started'],
  [{ due: 0, in_progress: 0, submitted: 1 }, 'You have submitted every form'],
  [{ due: 0, in_progress: 0, submitted: 0 }, null],
])('how far the forms of an appointment are: %j', (forms, text) => {
  expect(formatFormProgress(forms)).toBe(text)
})
