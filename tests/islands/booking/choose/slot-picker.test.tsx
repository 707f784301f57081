import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SlotPicker } from '#islands/booking/choose/SlotPicker.tsx'
import { stubMedia } from '../../stub-media.ts'
import { harbour, LONDON, makeWeek, mill, quay, slotAt } from '../samples.ts'

type SlotPickerProps = ComponentProps<typeof SlotPicker>

const MONDAY = '2026-08-03'
const morning = slotAt('2026-08-05T08:30:00Z')
const noon = slotAt('2026-08-05T11:00:00Z')
const evening = slotAt('2026-08-05T16:00:00Z')
const friday = slotAt('2026-08-07T08:30:00Z')
const fullWeek = makeWeek(MONDAY, [morning, noon, evening, friday])

function pickerProps(props: Partial<SlotPickerProps> = {}): SlotPickerProps {
  return {
    timeZone: LONDON,
    today: '2026-08-04',
    requestedWeek: MONDAY,
    week: fullWeek,
    status: 'ready',
    day: null,
    site: null,
    onWeekChosen: vi.fn(),
    onDaySelected: vi.fn(),
    onSiteSelected: vi.fn(),
    onSlotSelected: vi.fn(),
    onRetry: vi.fn(),
    ...props,
  }
}

function show(props: Partial<SlotPickerProps> = {}) {
  const all = pickerProps(props)
  const { rerender } = render(<SlotPicker {...all} />)
  const change = (changes: Partial<SlotPickerProps>) =>
    rerender(<SlotPicker {...all} {...changes} />)
  return { user: userEvent.setup(), props: all, change }
}

const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
const buttonNamed = (name: string | RegExp) => screen.getByRole('button', { name })
const isUnavailable = (name: string) => buttonNamed(name).getAttribute('aria-disabled') === 'true'

describe('the days of a week', () => {
  it('offers the days that have times, with their number, and no others', () => {
    show()
    const days = screen.getByRole('list', { name: 'Days' })
    expect(texts(within(days).getAllByRole('listitem'))).toEqual([
      'Monday 3\u00a0August No times',
      'Tuesday 4\u00a0August No times',
      'Wednesday 5\u00a0August 3 times',
      'Thursday 6\u00a0August No times',
      'Friday 7\u00a0August 1 time',
      'Saturday 8\u00a0August No times',
      'Sunday 9\u00a0August No times',
    ])
    expect(within(days).getAllByRole('button')).toHaveLength(2)
  })

  it('shows the first day that has times, until another is chosen', async () => {
    const { user, props, change } = show()
    expect(
      screen.getByRole('heading', { name: /Times on Wednesday 5\u00a0August 2026/ }),
    ).toBeTruthy()
    await user.click(buttonNamed(/Friday 7\u00a0August/))
    expect(props.onDaySelected).toHaveBeenCalledWith('2026-08-07')
    change({ day: '2026-08-07' })
    expect(screen.getByRole('heading', { name: /Times on Friday 7\u00a0August 2026/ })).toBeTruthy()
    expect(buttonNamed(/Friday 7\u00a0August/).getAttribute('aria-pressed')).toBe('true')
  })

  it('tells screen readers which day is shown', () => {
    show()
    const heading = screen.getByRole('heading', { name: /^Times on/ })
    expect(heading.getAttribute('aria-live')).toBe('polite')
    expect(heading.getAttribute('aria-atomic')).toBe('true')
  })

  it('steps from week to week, not before today', async () => {
    const { user, props, change } = show()
    expect(isUnavailable('Previous week')).toBe(true)
    await user.click(buttonNamed('Previous week'))
    await user.click(buttonNamed('Next week'))
    expect(vi.mocked(props.onWeekChosen).mock.calls).toEqual([['2026-08-10', null]])
    change({ requestedWeek: '2026-08-10', status: 'loading' })
    expect(isUnavailable('Previous week')).toBe(false)
    await user.click(buttonNamed('Next week'))
    expect(props.onWeekChosen).toHaveBeenLastCalledWith('2026-08-17', null)
  })
})

describe('the times of a day', () => {
  it('groups them by the part of the day on the clock of the clinic', () => {
    show()
    const times = (part: string) => {
      const group = screen.getByRole('region', { name: part })
      return texts(within(group).getAllByRole('button')).map((text) => text?.trim())
    }
    expect(times('Morning')).toEqual(['9:30am'])
    expect(times('Afternoon')).toEqual(['12 noon'])
    expect(times('Evening')).toEqual(['5pm'])
  })

  it('hands over the slot that is chosen, and no second one while it is being kept', async () => {
    const { user, props, change } = show()
    await user.click(buttonNamed('12 noon'))
    expect(props.onSlotSelected).toHaveBeenCalledWith(noon)
    change({ pendingSlot: noon })
    await user.click(buttonNamed('5pm'))
    await user.click(buttonNamed('12 noon'))
    expect(props.onSlotSelected).toHaveBeenCalledTimes(1)
  })

  it('moves by arrow keys and chooses by Enter', async () => {
    const { user, props } = show()
    buttonNamed('9:30am').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    expect(props.onSlotSelected).toHaveBeenCalledWith(evening)
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(buttonNamed('9:30am'))
  })

  it('names the site of each time where there are several, and one site once', () => {
    const there = slotAt(morning.start, mill)
    const { change } = show({ week: makeWeek(MONDAY, [morning, there]) })
    expect(buttonNamed('9:30am Harbour Street')).toBeTruthy()
    expect(buttonNamed('9:30am Mill Lane')).toBeTruthy()
    change({ week: makeWeek(MONDAY, [there]), site: mill.slug })
    expect(buttonNamed('9:30am')).toBeTruthy()
    expect(
      screen.getByRole('heading', { name: 'Times on Wednesday 5\u00a0August 2026 at Mill Lane' }),
    ).toBeTruthy()
  })
})

describe('several branches on a phone', () => {
  const there = slotAt('2026-08-05T07:00:00Z', mill)
  const later = slotAt('2026-08-06T09:00:00Z', quay)
  const week = makeWeek(MONDAY, [there, morning, noon, later])
  const branch = (name: string) => screen.getByRole('listitem', { name })

  it('stand below one another, each with its next free time', async () => {
    stubMedia(true)
    const { user, props } = show({ week })
    await screen.findByRole('listitem', { name: 'Mill Lane' })
    expect(texts(screen.getAllByRole('heading', { level: 3 }))).toEqual([
      'Mill Lane',
      'Harbour Street',
      'Quay',
    ])
    expect(texts(within(branch('Harbour Street')).getAllByRole('button'))).toEqual([
      '9:30am at Harbour Street',
      'All 2 times at Harbour Street',
    ])
    await user.click(buttonNamed('9:30am at Harbour Street'))
    expect(props.onSlotSelected).toHaveBeenCalledWith(morning)
    await user.click(buttonNamed('All 2 times at Harbour Street'))
    expect(props.onSiteSelected).toHaveBeenCalledWith(harbour.slug)
  })

  it('say of a branch without times that day when it has the next', async () => {
    stubMedia(true)
    const { user, props } = show({ week })
    await screen.findByRole('listitem', { name: 'Quay' })
    expect(branch('Quay').textContent).toContain('No times on this day')
    await user.click(buttonNamed('Thursday 6\u00a0August, 10am at Quay'))
    expect(props.onSlotSelected).toHaveBeenCalledWith(later)
  })

  it('say which time is being kept', async () => {
    stubMedia(true)
    const { user, props } = show({ week, pendingSlot: there })
    await user.click(await screen.findByRole('button', { name: '8am at Mill Lane' }))
    await user.click(buttonNamed('9:30am at Harbour Street'))
    expect(props.onSlotSelected).not.toHaveBeenCalled()
  })

  it('are times with their branches in a wide window, and one branch is its times', async () => {
    const { change } = show({ week })
    expect(buttonNamed('12 noon Harbour Street')).toBeTruthy()
    stubMedia(true)
    change({ week, site: harbour.slug })
    expect(buttonNamed('12 noon')).toBeTruthy()
  })
})

/** Takes the focus when it appears, as a notice does. */
function Notice() {
  useEffect(() => document.getElementById('notice')?.focus(), [])
  return <p id="notice" tabIndex={-1} />
}

describe('a time that goes away under the focus', () => {
  const page = (isTaken: boolean) => (
    <>
      {isTaken && <Notice />}
      <SlotPicker {...pickerProps({ week: isTaken ? makeWeek(MONDAY, [noon]) : fullWeek })} />
    </>
  )

  it('leaves the focus to the notice that says so', () => {
    const { rerender } = render(page(false))
    buttonNamed('9:30am').focus()
    rerender(page(true))
    expect(document.activeElement?.id).toBe('notice')
  })
})

describe('the choice of a site', () => {
  it('keeps every site on offer while only one is shown', async () => {
    const there = slotAt(noon.start, mill)
    const { user, props, change } = show({ week: makeWeek(MONDAY, [morning]) })
    change({ week: makeWeek(MONDAY, [morning, there]) })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'Mill Lane')
    expect(props.onSiteSelected).toHaveBeenCalledWith(mill.slug)
    change({ week: makeWeek(MONDAY, []), site: mill.slug })
    expect(texts(screen.getAllByRole('option'))).toEqual([
      'All branches',
      'Harbour Street',
      'Mill Lane',
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Where' }), harbour.name)
    expect(props.onSiteSelected).toHaveBeenLastCalledWith(harbour.slug)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'All branches')
    expect(props.onSiteSelected).toHaveBeenLastCalledWith(null)
  })

  it('shows what an address asked for, also before that branch has had a time', async () => {
    show({ site: 'unseen', week: makeWeek(MONDAY, [], null) })
    const where = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Where' })
    expect(where.value).toBe('unseen')
    expect(await screen.findByText(/at the branch you chose at the moment/)).toBeTruthy()
  })

  it('says that the chosen day has no times there', () => {
    const week = makeWeek(MONDAY, [morning, slotAt(friday.start, mill)])
    const { change } = show({ week, day: '2026-08-07' })
    expect(screen.queryByText(/^No times on/)).toBeNull()
    change({ site: harbour.slug })
    expect(
      screen.getByText(/^No times on Friday 7.+ at Harbour Street\. Choose another/),
    ).toBeTruthy()
  })

  it('lists the branches in the order that the clinic gave them', () => {
    const first = { ...quay, display_order: 1 }
    const last = { ...harbour, display_order: 2 }
    show({ week: makeWeek(MONDAY, [slotAt(noon.start, last), slotAt(evening.start, first)]) })
    expect(texts(screen.getAllByRole('option'))).toEqual(['All branches', quay.name, harbour.name])
  })

  it('is not asked where there is nothing to choose', () => {
    show()
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('a week without times', () => {
  it('says when the next time is, and leads there with the focus', async () => {
    const { user, props, change } = show({ week: makeWeek(MONDAY, [], '2026-08-13') })
    expect(await screen.findByText('No times this week.')).toBeTruthy()
    await user.click(buttonNamed('Next available: Thursday 13\u00a0August 2026'))
    expect(props.onWeekChosen).toHaveBeenCalledWith('2026-08-13', '2026-08-13')
    const later = makeWeek('2026-08-10', [slotAt('2026-08-13T08:30:00Z')])
    change({ requestedWeek: '2026-08-13', day: '2026-08-13', week: later })
    const heading = screen.getByRole('heading', { name: /Times on Thursday 13\u00a0August 2026/ })
    expect(document.activeElement).toBe(heading)
  })

  it('says that nothing can be booked online where that is so, and whom to ask', async () => {
    show({ week: makeWeek(MONDAY, [], null) })
    expect(await screen.findByText('There are no times to book online at the moment.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'ask one of our branches' })).toBeTruthy()
    expect(isUnavailable('Next week')).toBe(true)
  })

  it('offers the other sites where only one was looked at', async () => {
    const { user, props, change } = show({ week: makeWeek(MONDAY, [slotAt(noon.start, mill)]) })
    change({ week: makeWeek(MONDAY, [], null), site: mill.slug })
    expect(
      await screen.findByText('There are no times to book online at Mill Lane at the moment.'),
    ).toBeTruthy()
    await user.click(buttonNamed('Look at all branches'))
    expect(props.onSiteSelected).toHaveBeenCalledWith(null)
  })
})

describe('while times are on their way', () => {
  it('says so before the first week', () => {
    show({ week: null, status: 'loading' })
    expect(screen.getByRole('status').textContent).toBe('Loading times')
  })

  it('keeps the last week to choose from', async () => {
    const { user, props } = show({ requestedWeek: '2026-08-10', status: 'loading' })
    await user.click(buttonNamed('9:30am'))
    expect(props.onSlotSelected).toHaveBeenCalledWith(morning)
  })

  it('says which week did not arrive, keeps the last one and tries again', async () => {
    const { user, props } = show({ requestedWeek: '2026-08-10', status: 'failed' })
    expect(screen.getByRole('alert').textContent).toContain(
      'We could not load the times for 10 to 16\u00a0August 2026.',
    )
    expect(buttonNamed('9:30am')).toBeTruthy()
    await user.click(buttonNamed('Try again'))
    expect(props.onRetry).toHaveBeenCalledOnce()
  })

  it('tells screen readers how many times a week has', () => {
    show()
    expect(screen.getByRole('status').textContent).toBe(
      '3 to 9\u00a0August 2026: 4 times to choose from',
    )
  })
})
