// The script listens to the page for good: its own address gives this file a page of its own.
// @vitest-environment-options {"url":"http://stray-presses.localhost/"}
import '#layouts/frame/stray-presses.ts'

import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

/** A press that asks first, at the same place. */
function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return isAsked ? (
    <button key="confirm" type="button" onClick={onConfirm}>
      Yes, cancel it
    </button>
  ) : (
    <button key="ask" type="button" onClick={() => setAsked(true)}>
      Cancel
    </button>
  )
}

test('the second click of a double click does not answer what the first one asked', () => {
  const onConfirm = vi.fn()
  render(<Asking onConfirm={onConfirm} />)
  fireEvent.click(screen.getByText('Cancel'), { detail: 1 })
  fireEvent.click(screen.getByText('Yes, cancel it'), { detail: 2 })
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Yes, cancel it'), { detail: 1 })
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('nor does a key that is held down', () => {
  render(<Asking onConfirm={() => undefined} />)
  const isTaken = (on: HTMLElement, repeat: boolean) =>
    fireEvent.keyDown(on, { key: 'Enter', repeat })
  const ask = screen.getByText('Cancel')
  expect(isTaken(ask, false)).toBe(true)
  expect(isTaken(ask, true)).toBe(true)
  fireEvent.click(ask)
  const confirm = screen.getByText('Yes, cancel it')
  expect(isTaken(confirm, true)).toBe(false)
  expect(isTaken(confirm, false)).toBe(true)
})

test('quick clicks of one control all count, also where its words change', () => {
  const onNext = vi.fn()
  render(
    <>
      <button type="button" onClick={onNext}>
        Next <span>week</span>
      </button>
      <label>
        In use
        <input type="checkbox" />
      </label>
    </>,
  )
  fireEvent.click(screen.getByText('week'), { detail: 1 })
  fireEvent.click(screen.getByText('Next'), { detail: 2 })
  fireEvent.click(screen.getByText('week'), { detail: 3 })
  expect(onNext).toHaveBeenCalledTimes(3)
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  fireEvent.click(screen.getByText('In use'), { detail: 1 })
  fireEvent.click(screen.getByText('In use'), { detail: 2 })
  fireEvent.click(box, { detail: 3 })
  expect(box.checked).toBe(true)
})
