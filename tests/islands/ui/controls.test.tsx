import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '#islands/ui/Button.tsx'
import { Dialog } from '#islands/ui/dialog/Dialog.tsx'
import { ErrorSummary } from '#islands/ui/form/ErrorSummary.tsx'
import { LookupField } from '#islands/ui/form/LookupField.tsx'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { allTexts } from '../hands.ts'

function Opener({ busy = false }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} title="Details" busy={busy} onClose={() => setOpen(false)}>
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

describe('dialog', () => {
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))

  it('takes the focus, closes by Escape and gives the focus back', async () => {
    render(<Opener />)
    await open()
    const dialog = await screen.findByRole('dialog', { name: 'Details' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
  })

  it('gives the focus to the page where nothing had opened it', async () => {
    const page = (open: boolean) => (
      <main id="main" tabIndex={-1}>
        <Dialog open={open} title="What is new" onClose={() => undefined}>
          <button type="button">Done</button>
        </Dialog>
      </main>
    )
    const { rerender } = render(page(true))
    await screen.findByRole('dialog')
    rerender(page(false))
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  })

  it('asks before changed fields are lost, however it is closed', async () => {
    const onClose = vi.fn()
    render(
      <Dialog open title="Details" onClose={onClose}>
        <form>
          <input aria-label="Name" defaultValue="Ada" />
          <input aria-label="Find" type="search" />
        </form>
      </Dialog>,
    )
    const name = await screen.findByLabelText('Name')
    const question = () => screen.queryByRole('region', { name: /^Leave without saving\?/ })
    await userEvent.type(name, ' Rowe')
    await userEvent.keyboard('{Escape}')
    expect(question()).toBe(document.activeElement)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(question()).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(name))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('does not ask where nothing has changed, or only what one looks for', async () => {
    const onClose = vi.fn()
    render(
      <Dialog open title="Details" onClose={onClose}>
        <form>
          <input aria-label="Name" defaultValue="Ada" />
          <input aria-label="Find" type="search" />
        </form>
      </Dialog>,
    )
    await userEvent.type(await screen.findByLabelText('Name'), 'x{Backspace}')
    await userEvent.type(screen.getByLabelText('Find'), 'x')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays while work is under way, and so does the focus', async () => {
    render(<Opener busy />)
    await open()
    const close = await screen.findByRole('button', { name: 'Close' })
    await userEvent.click(close)
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(close))
  })

  it('takes the focus from what goes while it is open', async () => {
    const content = (step: string) => (
      <Dialog open title="Details" onClose={() => undefined}>
        <button key={step} type="button">
          {step}
        </button>
      </Dialog>
    )
    const { rerender } = render(content('First'))
    const first = await screen.findByRole('button', { name: 'First' })
    await userEvent.click(first)
    rerender(content('Second'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  })
})

describe('error summary', () => {
  const errors = [{ message: 'Enter your name', fieldId: 'name' }]
  const summary = () => screen.queryByRole('region', { name: 'There is a problem' })

  it('takes the focus at each refused attempt, also when its errors come a moment later', () => {
    const { rerender } = render(<ErrorSummary errors={errors} attempt={0} />)
    expect(summary()).toBeNull()
    rerender(<ErrorSummary errors={[]} attempt={1} />)
    rerender(<ErrorSummary errors={errors} attempt={1} />)
    expect(document.activeElement).toBe(summary())
    act(() => summary()?.blur())
    rerender(<ErrorSummary errors={errors} attempt={2} />)
    expect(document.activeElement).toBe(summary())
  })

  it('begins the title of the page while it is shown', () => {
    document.title = 'Carelane – Your details'
    const { rerender } = render(<ErrorSummary errors={errors} attempt={1} />)
    expect(document.title).toBe('Error: Carelane – Your details')
    rerender(<ErrorSummary errors={errors} attempt={2} />)
    expect(document.title).toBe('Error: Carelane – Your details')
    rerender(<ErrorSummary errors={[]} attempt={2} />)
    expect(document.title).toBe('Carelane – Your details')
  })

  it('leaves the focus to whoever corrects an answer', () => {
    const { rerender } = render(<ErrorSummary errors={errors} attempt={1} />)
    rerender(<ErrorSummary errors={[]} attempt={1} />)
    rerender(<ErrorSummary errors={errors} attempt={1} />)
    expect(summary()).not.toBeNull()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('button', () => {
  it('keeps its focus and does nothing while it is pending', async () => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" pending pendingLabel="Sending" onClick={onClick}>
          Send
        </Button>
      </form>,
    )
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Sending')
    await userEvent.keyboard('{Enter}')
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('look-up', () => {
  const found = ['Quay', 'Park', 'Hill']
  function show(find: (text: string) => Promise<string[]>) {
    const onChoose = vi.fn()
    render(
      <LookupField
        id="place"
        label="Place"
        find={find}
        keyOf={(item) => item}
        labelOf={(item) => item}
        onChoose={onChoose}
        one="place"
        many="places"
        failedText="Not now."
      />,
    )
    return { onChoose, input: screen.getByRole('combobox') }
  }

  it('goes through the list by arrow keys, round the ends, and closes by Escape', async () => {
    const { input, onChoose } = show(async () => found)
    await userEvent.type(input, 'abc')
    await screen.findAllByRole('option')
    const active = () =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toBe('Hill')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBeUndefined()
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe('Quay')
    await userEvent.keyboard('{Escape}')
    expect(input.getAttribute('aria-expanded')).toBe('false')
    await userEvent.keyboard('{Enter}')
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('shows what belongs to the text as it is now, however late the answers come', async () => {
    const answers = new Map<string, (items: string[]) => void>()
    const { input } = show((text) => new Promise((resolve) => answers.set(text, resolve)))
    await userEvent.type(input, 'abc')
    await waitFor(() => expect(answers.has('abc')).toBe(true))
    await userEvent.type(input, 'd')
    await waitFor(() => expect(answers.has('abcd')).toBe(true))
    await act(async () => answers.get('abcd')?.(['New']))
    await act(async () => answers.get('abc')?.(['Old']))
    expect(allTexts('option')).toEqual(['New'])
  })

  it('asks once the text is long enough and typing pauses', async () => {
    vi.useFakeTimers()
    const find = vi.fn(async () => [])
    const { input } = show(find)
    const type = (value: string) => fireEvent.change(input, { target: { value } })
    type(' ab ')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(find).not.toHaveBeenCalled()
    type('abc')
    await act(() => vi.advanceTimersByTimeAsync(200))
    type('abcd ')
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(find.mock.calls.map(([text]: unknown[]) => text)).toEqual(['abcd'])
  })

  it('says when nothing is found', async () => {
    const { input } = show(async () => [])
    await userEvent.type(input, 'abc')
    expect(await screen.findByText('No places found')).toBeTruthy()
  })
})

describe('a typed date', () => {
  it.each([
    ['1984-3-9', '1984-03-09'],
    ['2028-02-29', '2028-02-29'],
    ['1984-March-9', '1984-03-09'],
    ['1984-mar-9', '1984-03-09'],
    ['1984-SEPT-9', '1984-09-09'],
  ])('%s is the date %s', (typed, date) => {
    expect(dateProblem(typed, 'Date')).toBeNull()
    expect(toPlainDate(typed)).toBe(date)
  })

  it.each([
    ['2026-2-29', 'There is no 29 February 2026'],
    ['2026-13-1', 'Month must be a name or a number from 1 to 12'],
    ['2026-0-1', 'Month must be a name or a number from 1 to 12'],
    ['2026-ma-1', 'Month must be a name or a number from 1 to 12'],
    ['2026-march4-1', 'Month must be a name or a number from 1 to 12'],
    ['2026-3-x', 'Day must be a number from 1 to 31'],
    ['48-agust-7', 'Month must be a name or a number from 1 to 12. Year must have 4 digits'],
    ['year-3-1', 'Year must have 4 digits'],
    ['--1', 'Date must include a month and a year'],
  ])('%s is none', (typed, problem) => {
    expect(dateProblem(typed, 'Date')).toBe(problem)
  })
})
