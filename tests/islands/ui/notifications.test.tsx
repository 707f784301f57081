import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Dialog } from '#islands/ui/dialog/Dialog.tsx'
import { Notifications } from '#islands/ui/feedback/Notifications.tsx'
import { notify, withdrawTopic } from '#islands/ui/feedback/notify.ts'
import { type NotificationInput, notificationsMachine } from '#machines/ui/notifications.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  distinguishQueue,
  moved,
  notificationsCatalogue,
} from '../../machines/ui/notifications.catalogue.ts'
import { shortWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

const tell = ({ message, ...more }: NotificationInput) => act(() => notify(message, more))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
/** Its time has begun already: passing all of it would take time from the next. */
function passUntilItGoes(most: number) {
  const before = card()
  for (let passed = 0; passed < most && card() === before; passed += 500) pass(500)
}
/** Hundreds of paths: looking things up by role takes most of their time. */
const card = () => document.querySelector('.notification') ?? undefined
const shown = () => card()?.querySelector('p')?.textContent
const dismiss = () => fireEvent.click(screen.getByText('Dismiss'))

function drive({ type, ...event }: Happening) {
  const delay = notificationsCatalogue.delays
  if (type === 'notification.added')
    tell((event as unknown as { notification: NotificationInput }).notification)
  else if (type === 'topic.withdrawn') act(() => withdrawTopic('moved'))
  else if (type === 'notification.dismissed') dismiss()
  else if (type === 'attention.taken') fireEvent.pointerEnter(card() as Element)
  else if (type === 'attention.left') fireEvent.pointerLeave(card() as Element)
  else if (type.includes('noticed')) pass(delay['notifications.passing.fresh'].milliseconds)
  else passUntilItGoes(delay['notifications.passing'].milliseconds)
}

const screens: Record<string, () => void> = {
  quiet: () => expect(card()).toBeUndefined(),
  'passing.fresh': () => {
    expect(shown()).not.toBe(moved.message)
    expect(card()?.querySelectorAll('button')).toHaveLength(1)
  },
  'passing.noticed': () => expect(shown()).not.toBe(moved.message),
  staying: () => expect(screen.getByText('Undo')).toBeTruthy(),
  attended: () => expect(shown()).toBeTruthy(),
}

describeScreens('every way through what is told in passing', {
  paths: shortWalks(notificationsMachine, {
    events: happenings(notificationsCatalogue),
    distinguish: distinguishQueue as never,
  }),
  open: () => void render(<Notifications />),
  drive: (_, event) => drive(event),
  screens,
})

test('a confirmation and a warning are said politely, a failure at once', () => {
  render(<Notifications />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  tell({ kind: 'done', message: 'Saved', action: null })
  expect(status.textContent).toContain('Saved')
  expect(screen.queryByRole('alert')).toBeNull()
  dismiss()
  tell({ kind: 'warning', message: 'Ends soon', action: null })
  expect(status.textContent).toContain('Ends soon')
  dismiss()
  tell({ kind: 'failed', message: 'Not sent', action: null })
  expect(screen.getByRole('alert').textContent).toContain('Not sent')
  expect(status.textContent).toBe('')
})

test('it stays while the focus is in it, and the focus goes back to where it was', async () => {
  const user = userEvent.setup({ delay: null })
  render(
    <>
      <button type="button">Save</button>
      <Notifications />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  tell({ kind: 'failed', message: 'Not saved', action: null })
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Dismiss')
  pass(60_000)
  expect(shown()).toBe('Not saved')
  await user.keyboard('{Enter}')
  expect(shown()).toBeUndefined()
  await act(async () => undefined)
  expect(document.activeElement?.textContent).toBe('Save')
})

test('it stays while the pointer has left but the focus has not', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Notifications />)
  tell({ kind: 'done', message: 'Saved', action: null })
  await user.tab()
  fireEvent.pointerEnter(card() as Element)
  fireEvent.pointerLeave(card() as Element)
  pass(60_000)
  expect(shown()).toBe('Saved')
  await user.tab()
  pass(5000)
  expect(shown()).toBeUndefined()
})

test('what it offers is done once, and then it goes', () => {
  const run = vi.fn()
  render(<Notifications />)
  tell({ kind: 'done', message: 'Deleted', action: { label: 'Undo', run } })
  pass(60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(shown()).toBeUndefined()
})

describe('Escape', () => {
  const pressEscape = (from: Element) => fireEvent.keyDown(from, { key: 'Escape' })

  test('dismisses it wherever the focus is', () => {
    render(<Notifications />)
    tell({ kind: 'done', message: 'Saved', action: null })
    pressEscape(document.body)
    expect(shown()).toBeUndefined()
  })

  test('belongs to an open list or menu first', () => {
    render(
      <>
        <input role="combobox" aria-label="Place" aria-expanded="true" aria-controls="places" />
        <Notifications />
      </>,
    )
    tell({ kind: 'done', message: 'Saved', action: null })
    pressEscape(screen.getByRole('combobox'))
    expect(shown()).toBe('Saved')
  })

  test('closes a dialog, or the notification in front of it that has the focus', async () => {
    const onClose = vi.fn()
    render(
      <>
        <Dialog open title="Details" onClose={onClose}>
          <p>Something</p>
        </Dialog>
        <Notifications />
      </>,
    )
    await act(async () => undefined)
    tell({ kind: 'failed', message: 'Not saved', action: null })
    // Found by its role: the dialog has not silenced it.
    const button = screen
      .getAllByRole('button', { name: 'Dismiss' })
      .find((found) => found.closest('.notification'))
    act(() => button?.focus())
    pressEscape(button as Element)
    expect(shown()).toBeUndefined()
    expect(onClose).not.toHaveBeenCalled()
    tell({ kind: 'failed', message: 'Not saved', action: null })
    pressEscape(screen.getByRole('dialog'))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(shown()).toBe('Not saved')
  })
})

describe('a page of several islands', () => {
  test('has one place for notifications, which the next island takes over', () => {
    const first = render(<Notifications />)
    render(<Notifications />)
    tell({ kind: 'done', message: 'Saved', action: null })
    expect(screen.getAllByText('Saved')).toHaveLength(1)
    first.unmount()
    expect(screen.getAllByText('Saved')).toHaveLength(1)
    expect(screen.getAllByRole('status')).toHaveLength(1)
  })

  test('the server renders nothing of it', () => {
    expect(renderToString(<Notifications />)).toBe('')
  })
})
