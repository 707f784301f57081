import { expect, test } from 'vitest'
import { fillableDefinition } from '#lib/forms/fillable-definition.ts'

test.each([
  [{ type: 'number', step: 1, initial: 1.5 }, 'Enter a whole number'],
  [{ type: 'number', max: 3, initial: 9 }, 'Enter 3 or less'],
  [{ type: 'text', max_length: 2, initial: 'toolong' }, 'Use 2 characters or fewer'],
  [{ type: 'text', min_length: 9, initial: 'short' }, 'Use 9 characters or more'],
  [{ type: 'email', initial: 'nobody' }, 'Enter an email address, like name@example.com'],
  [{ type: 'date', min: '2026-01-02', initial: '2026-01-01' }, /^Enter .* or a later date/],
  [
    { type: 'checkboxes', options: ['a'], other: 'Other', initial: ['x', 'y'] },
    'Choose from the answers',
  ],
] as const)('a question cannot begin with what is no answer to it: %o', (question, problem) => {
  const item = { id: 'q', label: 'Q', ...question }
  const { error } = fillableDefinition.safeParse([item])
  const [message = ''] = error?.issues.map((issue) => issue.message) ?? []
  expect(message).toMatch(/^Item 1 \(q\): it cannot begin with /)
  expect(message.replace(/^.*? cannot begin with .*?: /, '')).toMatch(problem)
})
