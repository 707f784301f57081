import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { focusTooLong } from '#islands/ui/form/focus-too-long.ts'
import { TextAreaField } from '#islands/ui/form/TextAreaField.tsx'
import { paragraph } from '#lib/contract/fields.ts'

const onSend = vi.fn()

function Kept({ text = '' }) {
  const [value, setValue] = useState(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusTooLong(event.currentTarget)) onSend(value)
      }}
    >
      <TextAreaField
        id="notes"
        label="Notes"
        limit={1_010}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit">Send</button>
    </form>
  )
}

function Registered() {
  const { register } = useForm({ defaultValues: { notes: 'Ramp' } })
  return <TextAreaField id="notes" label="Notes" limit={10} {...register('notes')} />
}

const area = () => screen.getByLabelText<HTMLTextAreaElement>('Notes')
const described = () =>
  (area().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

it('states its limit, and counts what is left of it as the server does', async () => {
  render(<Kept />)
  expect(described()).toEqual(['You can enter up to 1,010 characters'])
  await userEvent.type(area(), 'Needs a ramp  ')
  expect(described()).toEqual(['You have 998 characters remaining'])
})

it('counts what a form keeps by itself', async () => {
  render(<Registered />)
  expect(described()).toEqual(['You have 6 characters remaining'])
  await userEvent.type(area(), 'abcde')
  expect(described()).toEqual(['You have 1 character remaining'])
})

it('keeps a text that is too long, says so as the server would, and is not sent', async () => {
  const text = 'a'.repeat(1_011)
  render(<Kept text={text} />)
  const message = paragraph(1_010).safeParse(text).error?.issues[0]?.message
  expect(message).toBe('Use 1,010 characters or fewer')
  expect(described()).toEqual([`Error: ${message}`, 'You have 1 character too many'])
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSend).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(area())
  await userEvent.type(area(), '{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSend).toHaveBeenCalledExactlyOnceWith('a'.repeat(1_010))
})
