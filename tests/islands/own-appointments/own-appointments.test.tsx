import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import { offeredEntry } from '../waiting-list/samples.ts'
import { buttons, heading, LIST, mine, openOwn, READ } from './own-stage.tsx'

const DELETE = ['DELETE private/appointments/{id}/']
const page = (...results: unknown[]) => ({ count: results.length, results })

describe('the list', () => {
  test('is of what is to come first, and of the others by a link that can be handed on', async () => {
    const { api, answer, press } = await openOwn('')
    expect(api.sent.at(-1)?.options['query']).toMatchObject({ when: 'upcoming', ordering: 'start' })
    await answer(LIST, () => page(mine))
    const item = screen.getByRole('link', { name: /Thursday 13.August 2026, 9:30am to 10am/ })
    expect(item.getAttribute('href')).toBe(`?appointment=${mine.id}`)
    await press('Past and cancelled', 'link')
    expect(location.search).toBe('?show=past')
    expect(api.sent.at(-1)?.options['query']).toMatchObject({ when: 'past', ordering: '-start' })
    await answer(LIST, () => page({ ...mine, status: 'did_not_attend' }))
    expect(
      within(screen.getByRole('list', { name: 'Past and cancelled' })).getByText(
        'You did not come',
      ),
    ).toBeTruthy()
  })

  test('says what came of one that is over, and so does its page', async () => {
    const outcomes = ['Given advice', 'Referred to GP'].map((name, id) => ({
      id,
      name,
      version: 2,
      subversion: 1,
    }))
    const over = { ...mine, status: 'completed', outcomes }
    const { answer, press } = await openOwn('?show=past')
    await answer(LIST, () => page(over))
    expect(screen.getByText('Outcomes: Given advice, Referred to GP')).toBeTruthy()
    await press(/9:30am to 10am/, 'link')
    await answer(READ, () => over)
    const [term] = screen.getAllByText('Outcomes')
    expect(term?.nextElementSibling?.textContent).toBe('Given advice Referred to GP ')
  })

  test('that is empty leads to the services', async () => {
    const { answer } = await openOwn('')
    await answer(LIST, () => page())
    expect(screen.getByText('You have no upcoming appointments.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Find a service to book' })
    expect(link.getAttribute('href')).toBe('/services')
  })

  test('that cannot be loaded says so and tries again', async () => {
    const { api, fail, press } = await openOwn('')
    await fail(LIST, noAnswer)
    expect(screen.getByRole('alert').textContent).toContain('We could not load your appointments.')
    await press('Try again')
    expect(api.sent.filter(({ key }) => LIST.includes(key))).toHaveLength(2)
  })

  test('begins with what one waits for, and says nothing of it otherwise', async () => {
    const { answer } = await openOwn('')
    await answer(LIST, () => ({ count: 1, results: [mine] }))
    await answer(['GET private/waiting-list/'], () => ({ results: [offeredEntry] }))
    expect(screen.getByRole('region', { name: 'Waiting list' }).textContent).toMatch(
      /A time is free for you.*Take this time/,
    )
    cleanup()
    const other = await openOwn('')
    await other.answer(['GET private/waiting-list/'], () => ({ results: [] }))
    expect(screen.queryByRole('region', { name: 'Waiting list' })).toBeNull()
  })

  test('of many turns its pages by the address', async () => {
    const { api, answer, press } = await openOwn('?show=past')
    await answer(LIST, () => ({ count: 41, results: [mine] }))
    await press('Next', 'link')
    expect(location.search).toBe('?show=past&page=2')
    expect(api.sent.at(-1)?.options['query']).toMatchObject({ page: 2, page_size: 20 })
    await answer(LIST, () => ({ count: 41, results: [mine] }))
    expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  })
})

describe('one of them', () => {
  const open = () => openOwn(`?appointment=${mine.id}`)

  test('is cancelled with a reason, and the list is read again', async () => {
    const { api, answer, press } = await open()
    await answer(READ, () => mine)
    expect(buttons()).toEqual([
      'I will come',
      'I cannot come',
      'Move to another time',
      'Cancel this appointment',
      'Add to calendar',
      'Print this page',
    ])
    await press('Cancel this appointment')
    expect(heading()).toBe('Cancel your appointment')
    await press('Cancel appointment')
    expect(api.sent.at(-1)).toMatchObject({
      key: DELETE[0],
      options: { params: { id: mine.id }, body: { cancellation_notes: '', version: 3 } },
    })
    await answer(DELETE, () => ({ ...mine, status: 'cancelled', changeable_until: null }))
    expect(heading()).toBe('Your appointment has been cancelled')
    expect(buttons()).toEqual(['Remove calendar entry'])
    await press('All your appointments', 'link')
    expect(location.search).toBe('')
    expect(api.sent.at(-1)?.key).toBe(LIST[0])
  })

  test('that was moved by the clinic while the page was left says so', async () => {
    const { answer } = await open()
    await answer(READ, () => mine)
    fireEvent(window, new Event('focus'))
    await settled()
    await answer(READ, () => ({
      ...mine,
      start: '2026-08-14T08:30:00Z',
      version: 4,
      rescheduled_on: '2026-08-03T09:20:00.000Z',
    }))
    expect(screen.getByText(/has been moved to 9:30am on Friday 14.August/)).toBeTruthy()
    expect(buttons()).toContain('Replace calendar entry')
  })

  test('that is too near says whom to call', async () => {
    const { answer } = await open()
    await answer(READ, () => ({ ...mine, changeable_until: '2026-08-01T08:30:00Z' }))
    const phone = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('tel:'))
    expect(screen.getByText(/too late to move or cancel this appointment/)).toBeTruthy()
    expect(phone.map(({ textContent }) => textContent)).toContain(mine.site.telephone)
    expect(buttons()).toEqual(['I will come', 'I cannot come'])
  })

  test('that is over offers nothing', async () => {
    const { answer } = await open()
    await answer(READ, () => ({ ...mine, status: 'completed', changeable_until: null }))
    expect(screen.getByText('This appointment has started or is over.')).toBeTruthy()
    expect(buttons()).toEqual([])
  })

  test("of somebody else's is not found", async () => {
    const { fail } = await open()
    await fail(READ, refusal('not_found'))
    expect(heading()).toBe('We could not find this appointment')
  })

  test('is not called lost for who is signed out: they sign in and try again', async () => {
    const { api, fail, press } = await open()
    await fail(READ, refusal('not_signed_in'))
    expect(heading()).toBe('Sign in to see your appointment')
    await press('Try again')
    expect(api.sent).toHaveLength(2)
  })
})
