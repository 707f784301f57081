import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settled } from '../settled.ts'
import { buttons, heading, mine, openOwn, READ, WEEK } from './own-stage.tsx'

const reason = () =>
  screen.getByLabelText<HTMLTextAreaElement>('Why are you cancelling? (optional)')

async function traverse(by: number) {
  const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.go(by)
  await act(() => popped)
  await settled()
}

async function openMine() {
  const stage = await openOwn('?appointment=41')
  await stage.answer(READ, () => mine)
  return stage
}

test('Back leads from the question whether to cancel to the appointment, and keeps the reason', async () => {
  const stage = await openMine()
  await stage.press('Cancel this appointment')
  await stage.user.type(reason(), 'I am away')
  await traverse(-1)
  expect(heading()).toBe('Your appointment')
  await traverse(1)
  expect(heading()).toBe('Cancel your appointment')
  expect(reason().value).toBe('I am away')
})

test('keeping the appointment leaves the question, and nothing for Back to lead through', async () => {
  const stage = await openMine()
  const before = history.state
  await stage.press('Cancel this appointment')
  await stage.press('Keep appointment')
  await settled(50)
  expect(heading()).toBe('Your appointment')
  expect(history.state).toEqual(before)
})

test('moving an appointment begins in its own week', async () => {
  const stage = await openMine()
  await stage.press('Move to another time')
  expect(stage.api.sent.at(-1)).toMatchObject({
    key: WEEK[0],
    options: { query: { week: '2026-08-10' } },
  })
  expect(buttons()).toContain('Keep the current time')
})
