import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { GridColumn } from '#islands/schedule/schedule-layout.ts'
import { formatLoad } from '#islands/schedule/week/WeekOverview.tsx'
import type { Schedule } from '#lib/contract/schedule.ts'
import { appointment, at, DAY, schedule } from '../schedule-sample.ts'
import { showTo, viewer } from '../schedule-stage.tsx'

const FRIDAY = '2026-08-07'

/** Thursday and Friday: Rosa works twice on Thursday, Sam is off but has an appointment. */
const twoDays: Schedule = schedule(
  [
    appointment(),
    appointment({ id: 2, start: at('10:00'), end: at('11:00') }),
    appointment({ id: 3, staff_id: 8 }),
  ],
  {
    to: FRIDAY,
    days: [
      { date: DAY, start: '2026-08-05T23:00:00.000Z', end: '2026-08-06T23:00:00.000Z' },
      { date: FRIDAY, start: '2026-08-06T23:00:00.000Z', end: '2026-08-07T23:00:00.000Z' },
    ],
    occurrences: [
      ['09:00', '11:00'],
      ['11:00', '12:00'],
      ['14:00', '16:30'],
    ].map(([start = '', end = ''], index) => ({
      id: 11 + index,
      availability_id: 10 + index,
      staff_id: 7,
      room_id: 3,
      date: DAY,
      start: at(start),
      end: at(end),
      recurring: true,
    })),
  },
)

const open = async (more = '') => {
  const stage = showTo(viewer, `/clinic/schedule/staff?date=${DAY}&view=week${more}`)
  await stage.answer(twoDays)
  return stage
}

describe('what is free in a day', () => {
  const hours = {
    id: 1,
    availabilityId: 1,
    start: Date.parse(at('09:00')),
    end: Date.parse(at('12:00')),
  }
  const column = { blocks: [], hoursBlocks: [hours] } as unknown as GridColumn

  it.each([
    ['08:00', '0 booked, 3h free'],
    ['10:30', '0 booked, 1h 30m free'],
    ['12:00', '0 booked'],
  ])('counts from now on: %s', (time, text) => {
    expect(formatLoad(column, Date.parse(at(time)))).toBe(text)
  })
})

describe('a week of everybody', () => {
  it('says who is where, how much is booked and what is free', async () => {
    const { asked } = await open()
    expect(asked()).toEqual([{ by: 'staff', from: '2026-08-03', to: '2026-08-09' }])
    const table = screen.getByRole('table', { name: 'Who is where this week' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      [
        'Clinician',
        'Thursday 6\u00a0August, today1 working, 3 booked',
        'Friday 7\u00a0August0 working, 0 booked',
      ],
      [
        'Rosa WhitfieldMill Lane',
        // Three hours and two and a half, less a quarter and an hour.
        '9am to 12 noon, 2pm to 4:30pm, Room 32 booked, 4h 15m free',
        'Off',
      ],
      ['Sam Idris', '1 booked outside hours', 'Off'],
    ])
  })

  it('leads to a day, to somebody’s day and to somebody’s week, and back', async () => {
    const { answer, user } = await open()
    await user.click(screen.getByRole('link', { name: /^Rosa Whitfield/ }))
    expect(location.pathname + location.search).toBe(
      '/clinic/schedule/staff/7/2026/08/06?view=week',
    )
    await answer(schedule([]))
    await user.click(screen.getByRole('link', { name: 'Clinicians' }))
    expect(location.search).toBe('?date=2026-08-06&view=week')
    expect(await screen.findByRole('link', { name: /9am to 12 noon.*2 booked/ })).toHaveProperty(
      'pathname',
      '/clinic/schedule/staff/7/2026/08/06',
    )
    await user.click(screen.getByRole('link', { name: /^Friday/ }))
    expect(location.search).toBe('?date=2026-08-07')
  })

  it('is read day by day where a table has no room, today first', async () => {
    await open('&look=list')
    const days = [...document.querySelectorAll('details.week-section')]
    expect(
      days.map((day) => [
        day.querySelector('summary')?.textContent,
        (day as HTMLDetailsElement).open,
      ]),
    ).toEqual([
      ['Thursday 6\u00a0August 2026 1 working, 3 booked', true],
      ['Friday 7\u00a0August 2026 0 working, 0 booked', false],
    ])
    expect(screen.getByRole('link', { name: /^Rosa Whitfield/ }).textContent).toContain('Room 3')
    expect(days[1]?.querySelectorAll('li')).toHaveLength(0)
  })

  it('goes on paper as the table', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: true,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    await open('&look=list')
    expect(screen.getByRole('table', { name: 'Who is where this week' })).toBeTruthy()
  })
})
