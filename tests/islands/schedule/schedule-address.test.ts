import { describe, expect, it } from 'vitest'
import {
  formatScheduleAddress,
  parseScheduleAddress,
  shownPeriod,
  turned,
} from '#islands/schedule/schedule-address.ts'

const TODAY = '2026-08-06'

describe('an address of the schedule', () => {
  it.each([
    '/clinic/schedule/staff?date=2026-08-06',
    '/clinic/schedule/room?date=2026-12-31&site=4',
    '/clinic/schedule/staff?date=2026-08-06&look=list',
    '/clinic/schedule/staff?date=2026-08-06&view=week&site=4',
    '/clinic/schedule/room/3/2026/08/06',
    '/clinic/your-schedule/staff/7/2026/08/06?view=week&site=2&look=list',
    '/clinic/your-availability/staff/7/2026/02/28?view=week',
  ])('%s says all that is shown', (address) => {
    const [path = '', query = ''] = address.split('?')
    const place = parseScheduleAddress(path, query, TODAY)
    expect(place && formatScheduleAddress(place)).toBe(address)
  })

  it('means today, and one day, where it says nothing', () => {
    expect(parseScheduleAddress('/clinic/schedule/staff/', '', TODAY)).toEqual({
      action: 'schedule',
      by: 'staff',
      only: null,
      span: 'day',
      date: TODAY,
      siteId: null,
      look: 'grid',
    })
    expect(parseScheduleAddress('/clinic/schedule/staff/7/2026/8/6', '', '2000-01-01')?.date).toBe(
      TODAY,
    )
  })

  it.each([
    '/clinic/schedule/people',
    '/clinic/your-schedule/staff',
    '/clinic/somebody/staff/7/2026/08/06',
    '/clinic/schedule/staff/x/2026/08/06',
    '/clinic/schedule/staff/7/2026/02/30',
    '/clinic/schedule/staff/7/2026/08',
    '/clinic/schedule/staff/7/2026/08/06/07',
  ])('%s is none', (path) => {
    expect(parseScheduleAddress(path, '', TODAY)).toBeNull()
  })

  it('does not take what cannot be for a filter or a date', () => {
    const place = parseScheduleAddress(
      '/clinic/schedule/staff',
      '?site=-1&date=2026-13-01&look=x',
      TODAY,
    )
    expect([place?.siteId, place?.date, place?.look]).toEqual([null, TODAY, 'grid'])
  })
})

it('a week is Monday to Sunday, and pages turn by it', () => {
  const place = parseScheduleAddress('/clinic/schedule/staff/7/2026/08/06', '?view=week', TODAY)
  if (!place) throw new Error('no place')
  expect(shownPeriod(place)).toEqual({ from: '2026-08-03', to: '2026-08-09' })
  expect(turned(place, -1).date).toBe('2026-07-30')
  expect(turned({ ...place, span: 'day' }, 1).date).toBe('2026-08-07')
})
