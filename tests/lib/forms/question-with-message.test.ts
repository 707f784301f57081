import { expect, test } from 'vitest'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'

test.each([
  ['Are you allergic to eggs?', 'Are you allergic to eggs? Choose an answer'],
  ['Your weight', 'Your weight: Choose an answer'],
  ['Tell us more. ', 'Tell us more. Choose an answer'],
  ['Allergies:', 'Allergies: Choose an answer'],
])('%s is not followed by a second mark', (label, sentence) => {
  expect(questionWithMessage(label, 'Choose an answer')).toBe(sentence)
})
