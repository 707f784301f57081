import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConflictQuestion } from '#islands/forms/fill/ConflictQuestion.tsx'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'

const medicines: FormItem = {
  type: 'group',
  id: 'medicines',
  label: 'Medicines',
  items: [{ type: 'text', id: 'name', label: 'Name' }],
}

function ask(mine: Answers, theirs: Answers) {
  const onResolved = vi.fn()
  const others = { saved_by_name: 'Rosa Whitfield', answers: theirs } as unknown as SavedForm
  render(<ConflictQuestion items={[medicines]} {...{ mine, others, onResolved }} />)
  const user = userEvent.setup({ delay: null })
  const choose = (label: RegExp) => user.click(screen.getByRole('radio', { name: label }))
  const keep = () => user.click(screen.getByRole('button', { name: 'Keep these answers' }))
  return { onResolved, choose, keep }
}

const aspirin = { name: 'Aspirin' }
const insulin = { name: 'Insulin' }
const ramipril = { name: 'Ramipril' }

test('entries of both devices can be kept together', async () => {
  const question = ask({ medicines: [aspirin, insulin] }, { medicines: [insulin, ramipril] })
  await question.choose(/^Both: Aspirin; Insulin; Ramipril/)
  await question.keep()
  expect(question.onResolved).toHaveBeenCalledExactlyOnceWith({
    medicines: [aspirin, insulin, ramipril],
  })
})

test('what one device took away is chosen between, since both would bring it back', async () => {
  const question = ask({ medicines: [aspirin] }, { medicines: [] })
  await question.choose(/^On the other device: no answer/)
  await question.keep()
  expect(question.onResolved).toHaveBeenCalledExactlyOnceWith({ medicines: [] })
})
