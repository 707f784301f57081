import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isFull } from '../../amount.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { booked } from '../people/record/clinic-appointment.ts'
import { appointment, at, DAY, schedule } from './schedule-sample.ts'
import { cell, showTo, viewer, viewerWith } from './schedule-stage.tsx'

const more = it.runIf(isFull)

const show = (address?: string) => showTo(viewer, address)

describe('a day by clinician', () => {
  it('is a row for each, with what is booked, held and worked, in words', async () => {
    const { answer, asked } = show()
    await answer(
      schedule([
        appointment(),
        appointment({
          id: 2,
          status: 'held',
          patient: null,
          start: at('10:00'),
          end: at('10:15'),
          held_until: '2126-01-01T00:00:00.000Z',
        }),
        appointment({ id: 3, status: 'held', held_until: at('07:00') }),
      ]),
    )
    expect(asked()).toEqual([{ by: 'staff', from: DAY, to: DAY }])
    await cell('9:30am to 9:45am, Flu vaccination, Ines Okafor, booked, Room 3')
    await cell('10am to 10:15am, Flu vaccination, being booked, held, Room 3')
    await cell('Works 9am to 11am, Room 3')
    await cell('Not working, nothing booked')
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Rosa Whitfield, Mill Lane',
      'Sam Idris',
    ])
    // What was held until earlier than now is free.
    expect(screen.getAllByRole('gridcell', { name: /held/ })).toHaveLength(1)
  })

  it('says what answers warn of, stops first, and how far the forms are', async () => {
    const { answer } = show()
    const alerts = [
      { level: 'warning', text: 'Fever' },
      { level: 'stop', text: 'Allergic to eggs' },
    ] as const
    const none = { due: 0, in_progress: 0, submitted: 0, alerts: [] }
    await answer(
      schedule([
        appointment({ forms: { ...none, submitted: 1, alerts: [...alerts] } }),
        appointment({
          id: 2,
          patient: { id: 91, full_name: 'Leo Marsh' },
          start: at('10:00'),
          end: at('10:15'),
          forms: { ...none, due: 2, in_progress: 1 },
        }),
        appointment({
          id: 3,
          patient: { id: 92, full_name: 'Ada Byron' },
          start: at('10:30'),
          end: at('10:45'),
          forms: none,
        }),
      ]),
    )
    const block = await cell(
      '9:30am to 9:45am, Flu vaccination, Ines Okafor, Stop: Allergic to eggs, Fever, booked, Room 3, 1 form submitted',
    )
    expect(block.title).toContain('Stop: Allergic to eggs')
    expect(block.querySelector('.alert-mark')).not.toBeNull()
    const missing = await cell(/Leo Marsh, booked, Room 3, 2 forms missing, 1 in progress$/)
    expect(missing.querySelector('.alert-mark')).toBeNull()
    expect(missing.querySelector('.form-mark')).not.toBeNull()
    const without = await cell(/Ada Byron, booked, Room 3$/)
    expect(without.querySelector('.form-mark')).toBeNull()
  })

  it('knows today also when it has stayed open over night', async () => {
    const { answer } = show()
    await answer(schedule(undefined, { read_at: '2026-08-07T08:00:00.000Z' }))
    const today = screen.getByRole('link', { name: 'Today' })
    expect(today.getAttribute('href')).toBe('/clinic/schedule/staff?date=2026-08-07')
  })

  it('says why it is not there', async () => {
    const { fail } = show()
    await fail(refusal('not_allowed'))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'You no longer have permission to see this.',
    )
  })

  it('goes to other days, sites, people and looks by its address', async () => {
    const { answer, asked, user } = show()
    await answer(schedule())
    await user.click(screen.getByRole('link', { name: 'Next day' }))
    expect(location.search).toBe('?date=2026-08-07')
    await answer(schedule([], { from: '2026-08-07', to: '2026-08-07' }))
    await user.selectOptions(screen.getByLabelText('Branch'), 'Quay')
    expect(location.search).toBe('?date=2026-08-07&site=4')
    await answer(schedule())
    await user.click(screen.getByRole('link', { name: 'Only me' }))
    expect(location.pathname).toBe('/clinic/your-schedule/staff/7/2026/08/07')
    await answer(schedule())
    await user.click(screen.getByRole('link', { name: 'Week' }))
    await answer(schedule())
    expect(asked().at(-1)).toEqual({
      by: 'staff',
      from: '2026-08-03',
      to: '2026-08-09',
      site_id: '4',
      staff_id: '7',
    })
    await act(async () => history.back())
    await waitFor(() => expect(location.search).toBe('?site=4'))
  })

  it('has one cell with the focus, which the arrows take elsewhere', async () => {
    const { answer, user } = show()
    await answer(schedule())
    const block = await cell(/Ines Okafor/)
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1)
    act(() => block.focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('9:45am, free')
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(await cell(/Ines Okafor/))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('9:30am, not working')
    expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-label')).toBe(
      'Sam Idris',
    )
  })
})

describe('the empty time at the cursor', () => {
  const HOUR_PX = 156
  const toSpan = (element: Element | null) => {
    const { top, height } = (element as HTMLElement).style
    return {
      top: Number.parseFloat(top),
      bottom: Number.parseFloat(top) + Number.parseFloat(height),
    }
  }
  const slot = () => document.querySelector('.schedule-slot')
  const ofTwo = [
    appointment({ id: 1, start: at('09:20'), end: at('09:35') }),
    appointment({ id: 2, start: at('09:40'), end: at('09:45') }),
  ]

  more('never reaches over an appointment, whose click is its own', async () => {
    const { api, answer, user } = showTo(viewerWith('clinic.add_appointment'))
    await answer(schedule(ofTwo, { read_at: at('09:36') }))
    const first = await cell(/^9:20am/)
    act(() => first.focus())
    await user.keyboard('{ArrowDown}')
    expect(slot()?.getAttribute('aria-label')).toBe('9:35am, free')
    expect(toSpan(slot())).toEqual({
      top: toSpan(first).bottom,
      bottom: toSpan(await cell(/^9:40am/)).top,
    })
    await user.click(await cell(/^9:40am/))
    await waitFor(() => expect(api.isWaiting('GET admin/appointments/{id}/')).toBe(true))
  })

  more('hides no appointment of early hours when the day is opened', async () => {
    const early = schedule([appointment({ start: at('06:10'), end: at('06:15') })], {
      read_at: at('06:05'),
      occurrences: schedule().occurrences.map((hours) => ({ ...hours, start: at('06:00') })),
    })
    const { answer } = showTo(viewerWith('clinic.add_appointment'))
    await answer(early)
    const block = await cell(/^6:10am/)
    expect(slot()?.getAttribute('aria-label')).toBe('6am, free')
    expect(toSpan(slot()).bottom).toBe(toSpan(block).top)
  })

  more('has the earliest work of anybody in sight on another day', async () => {
    const scrollTo = vi.spyOn(Element.prototype, 'scrollTo')
    const { answer } = showTo(viewerWith('clinic.add_appointment'))
    const early = appointment({ id: 2, staff_id: 8, start: at('07:10'), end: at('07:20') })
    await answer(schedule([early, appointment()], { read_at: '2026-08-05T08:00:00.000Z' }))
    await cell(/^7:10am/)
    // From 7:10am, which is 26 pixels below 7am.
    expect(scrollTo.mock.lastCall).toEqual([{ top: 0 }])
  })

  more('is where somebody clicks between two appointments', async () => {
    const { answer, user } = showTo(viewerWith('clinic.add_appointment'))
    await answer(schedule(ofTwo, { read_at: at('08:00') }))
    const row = (await cell(/^9:20am/)).closest('[role="row"]') as HTMLElement
    // 9:38am: an hour and 38 minutes below 8am.
    await user.pointer({ keys: '[MouseLeft]', target: row, coords: { y: (98 / 60) * HOUR_PX } })
    expect(slot()?.getAttribute('aria-label')).toBe('9:35am, free')
  })
})

describe('an appointment of five minutes', () => {
  const HOUR_PX = 156
  const LINE_PX = 24
  const toStyle = (element: HTMLElement) =>
    [element.style.top, element.style.height].map(Number.parseFloat)

  it('has room for a line of text, and everything below begins as much later', async () => {
    const { answer, user } = showTo(viewerWith('clinic.add_appointment'))
    const short = appointment({ id: 2, start: at('09:40'), end: at('09:45') })
    const beside = appointment({ id: 3, staff_id: 8, start: at('09:30'), end: at('10:00') })
    await answer(schedule([short, beside], { read_at: at('08:00') }))
    const mark = HOUR_PX / 12
    const cellOf = await cell(/^9:40am/)
    expect(toStyle(cellOf)).toEqual([20 * mark, LINE_PX])
    expect(toStyle(await cell(/^9:30am/))).toEqual([18 * mark, 5 * mark + LINE_PX])
    const hours = document.querySelectorAll<HTMLElement>('.schedule-times > div')
    expect([...hours].slice(0, 3).map(({ style }) => style.height)).toEqual([
      '156px',
      `${HOUR_PX - mark + LINE_PX}px`,
      '156px',
    ])
    const row = cellOf.closest('[role="row"]') as HTMLElement
    // 9:52am: the middle of the third row of five minutes below it.
    const y = 20 * mark + LINE_PX + 1.5 * mark
    await user.pointer({ keys: '[MouseLeft]', target: row, coords: { y } })
    expect(document.querySelector('.schedule-slot')?.getAttribute('aria-label')).toBe(
      '9:45am, free',
    )
    expect(toStyle(document.querySelector('.schedule-slot') as HTMLElement)[0]).toBe(
      20 * mark + LINE_PX,
    )
  })
})

describe('the present', () => {
  afterEach(() => vi.useRealTimers())
  const line = () => document.querySelector<HTMLElement>('.schedule-now')?.style.top
  const today = () => screen.getByRole('link', { name: 'Today' }).getAttribute('href')
  const browserClock = (instant: string) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(instant)
  }

  more('stays what it is while another day is on its way', async () => {
    browserClock(at('08:00'))
    const { answer, user } = show()
    await answer(schedule())
    await cell(/Ines Okafor/)
    const before = today()
    await user.click(screen.getByRole('link', { name: 'Next day' }))
    expect(line()).toBe('0px')
    expect(today()).toBe(before)
  })

  more('does not go back while somebody works on what they see', async () => {
    browserClock(at('10:00'))
    const { answer, tell, user } = showTo(viewerWith('clinic.add_appointment'))
    await answer(schedule(undefined, { read_at: at('10:00') }))
    const block = await cell(/Ines Okafor/)
    act(() => block.focus())
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    vi.setSystemTime(at('10:30'))
    tell({})
    await answer(schedule([], { read_at: at('10:30') }))
    await screen.findByText(/^1 change not shown yet/)
    expect(line()).toBe('312px')
  })

  more('has no line where its hours are not shown', async () => {
    const { answer } = show()
    await answer(schedule(undefined, { read_at: at('07:00') }))
    await cell(/Ines Okafor/)
    expect(line()).toBeUndefined()
  })

  it('is the clinic’s, however wrong the browser’s clock is', async () => {
    browserClock(at('07:50'))
    const { answer } = show()
    await answer(schedule(undefined, { read_at: at('09:00') }))
    await cell(/Ines Okafor/)
    expect(line()).toBe('156px')
    expect(screen.queryByText(/This is how it was/)).toBeNull()
  })
})

describe('a free time', () => {
  const TYPES = ['GET admin/available_appointment_types/']
  const desk = viewerWith('clinic.add_appointment')
  const toFreeTime = async (user: ReturnType<typeof userEvent.setup>) => {
    const block = await cell(/Ines Okafor/)
    act(() => block.focus())
    await user.keyboard('{ArrowDown}')
  }
  it('is booked by Enter, for what the clinician can take there', async () => {
    const { api, answer, user } = showTo(desk)
    await answer(schedule())
    await toFreeTime(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(api.isWaiting(...TYPES)).toBe(true))
    await act(async () =>
      api.answer(TYPES, ({ query }) => {
        expect(query).toEqual({ staff_id: 7, availability_id: 10 })
        return { count: 1, results: [{ id: 5, name: 'Flu vaccination', duration: 10 }] }
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Book an appointment' })
    expect(dialog.textContent).toContain('Rosa Whitfield, Room 3, Mill Lane')
    expect(dialog.textContent).toContain('9:45am')
  })

  more('says so where nothing can be booked, and can be asked again', async () => {
    const { api, answer, user } = showTo(desk)
    await answer(schedule())
    await toFreeTime(user)
    await user.keyboard('n')
    await waitFor(() => expect(api.isWaiting(...TYPES)).toBe(true))
    await act(async () => api.fail(TYPES, noAnswer))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await act(async () => api.answer(TYPES, () => ({ count: 0, results: [] })))
    await screen.findByText(/^You cannot book anything in these hours/)
  })

  it('is not offered on a day that is over, nor to who may not book', async () => {
    const { api, answer, user } = showTo(desk)
    await answer(schedule(undefined, { read_at: '2026-08-07T08:00:00.000Z' }))
    await toFreeTime(user)
    await user.keyboard('{Enter}')
    expect(api.isWaiting(...TYPES)).toBe(false)
    cleanup()
    const other = show()
    await other.answer(schedule())
    await toFreeTime(other.user)
    await other.user.keyboard('{Enter}')
    expect(other.api.isWaiting(...TYPES)).toBe(false)
  })
})

describe('others’ changes', () => {
  it('appear when they are told of, and only what concerns this day is read', async () => {
    const { api, answer, tell } = show()
    await answer(schedule())
    await cell(/Ines Okafor/)
    tell({ dates: ['2026-08-09'] })
    tell({ dates: [DAY], staff_ids: [99] })
    await answer(schedule([appointment({ patient: { id: 91, full_name: 'Bo Lind' } })]))
    await cell(/Bo Lind/)
    expect(api.sent).toHaveLength(2)
  })

  it('leave the keyboard with the person it was at, whoever comes beside them', async () => {
    const { answer, tell, user } = show()
    await answer(schedule())
    const block = await cell(/Ines Okafor/)
    act(() => block.focus())
    const { columns, staff } = schedule()
    const early = { id: 6, name: 'Ada Early' }
    const columnOf = { ...early, site_id: null }
    tell({})
    await answer(schedule([], { columns: [columnOf, ...columns], staff: [early, ...staff] }))
    const focused = () => document.activeElement
    await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('9:30am, free'))
    const row = () => focused()?.closest('[role="row"]')?.getAttribute('aria-label')
    expect(row()).toBe('Rosa Whitfield, Mill Lane')
    await user.keyboard('{ArrowRight}')
    expect(row()).toBe('Sam Idris')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(row()).toBe('Ada Early')
  })

  more('wait while somebody draws a time', async () => {
    const { answer, tell, user } = showTo(viewerWith('clinic.add_appointment'))
    await answer(schedule())
    const block = await cell(/Ines Okafor/)
    act(() => block.focus())
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    tell({})
    await answer(schedule([]))
    await screen.findByText(/^1 change not shown yet/)
    await cell(/Ines Okafor/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('gridcell', { name: /Ines/ })).toBeNull())
  })

  more('are told apart from one’s own, which shows at once', async () => {
    const READ = ['GET admin/appointments/{id}/']
    const { api, answer, tell, user } = showTo(viewerWith('clinic.change_appointment'))
    await answer(schedule())
    const block = await cell(/Ines Okafor/)
    act(() => block.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(api.isWaiting(...READ)).toBe(true))
    await act(async () => api.answer(READ, () => ({ ...booked, id: 1 })))
    await user.click(await screen.findByRole('button', { name: 'Did not attend' }))
    await act(async () =>
      api.answer(['PATCH admin/appointments/{id}/mark_as_did_not_attend/'], () => ({
        ...booked,
        id: 1,
        status: 'did_not_attend',
        version: 2,
      })),
    )
    const absent = appointment({ status: 'did_not_attend', version: 2 })
    await answer(schedule([absent]))
    await waitFor(() => expect(document.querySelector('.block-did_not_attend')).toBeTruthy())
    expect(screen.queryByText(/not shown yet/)).toBeNull()
    tell({})
    await answer(schedule([absent, appointment({ id: 2, start: at('10:00'), end: at('10:15') })]))
    await screen.findByText(/^1 change not shown yet/)
  })

  it('are read again after the connection was lost, and until then it says so', async () => {
    const { answer, lose, regain, api } = show()
    await answer(schedule())
    regain()
    lose()
    expect(screen.getByText(/once a minute until it is back/)).toBeTruthy()
    regain()
    expect(screen.queryByText(/once a minute/)).toBeNull()
    await answer(schedule([]))
    expect(api.sent).toHaveLength(2)
    expect(screen.queryByRole('gridcell', { name: /Ines/ })).toBeNull()
  })

  it('that cannot be read leave the day as it was, with its age and another try', async () => {
    const { answer, fail, tell, user } = show()
    await answer(schedule())
    tell({})
    await fail(noAnswer)
    expect((await screen.findByText(/This is how it was at/)).textContent).toContain(
      'cannot update the schedule at the moment',
    )
    await cell(/Ines Okafor/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await answer(schedule())
    expect(screen.queryByText(/This is how it was at/)).toBeNull()
  })
})

describe('where a grid has no room', () => {
  it('people choose whose day, and read it as a list with the free times', async () => {
    const { answer, user } = show(`/clinic/schedule/staff?date=${DAY}&look=list`)
    await answer(schedule())
    await user.click(
      await screen.findByRole('link', { name: /^Rosa Whitfield\s+Mill Lane, 1 appointment$/ }),
    )
    expect(location.pathname).toBe('/clinic/schedule/staff/7/2026/08/06')
    await answer(schedule(undefined, { columns: [{ id: 7, name: 'Rosa Whitfield', site_id: 2 }] }))
    const lines = allTexts('listitem')
    expect(lines).toEqual([
      '9am to 9:30amFree, Room 3',
      '9:30am to 9:45amInes OkaforFlu vaccination, Room 3Booked',
      '9:45am to 11amFree, Room 3',
    ])
  })

  it('what the patient says about coming stands beside the status', async () => {
    const { answer } = show(`/clinic/schedule/staff/7/2026/08/06?look=list`)
    const columns = [{ id: 7, name: 'Rosa Whitfield', site_id: 2 }]
    await answer(schedule([appointment({ is_coming: false })], { columns }))
    expect(await screen.findByText('Booked, cannot come')).toBeTruthy()
  })

  it('a free time is booked from its beginning', async () => {
    const TYPES = ['GET admin/available_appointment_types/']
    const desk = viewerWith('clinic.add_appointment')
    const { api, answer, user } = showTo(desk, '/clinic/schedule/staff/7/2026/08/06?look=list')
    await answer(schedule())
    expect(screen.getByRole('button', { name: 'Book at 9am' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Book at 9:45am' }))
    await waitFor(() => expect(api.isWaiting(...TYPES)).toBe(true))
    await act(async () =>
      api.answer(TYPES, () => ({
        count: 1,
        results: [{ id: 5, name: 'Flu vaccination', duration: 10 }],
      })),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Book an appointment' })
    expect(dialog.textContent).toContain('9:45am')
  })
})
