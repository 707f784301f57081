import { expect, test } from 'vitest'
import { formatPreference } from '#islands/waiting-list/format-preference.ts'
import { waitingEntry } from './samples.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7]
const site = (name: string) => ({ id: 1, slug: 'a', name })

test.each([
  [{ days: ALL, from_time: '00:00', to_time: '23:59', sites: [] }, 'any day, any time, any branch'],
  [{ days: [1, 2, 3, 4, 5], sites: [] }, 'Monday to Friday, until 12 noon, any branch'],
  [
    { days: [6], from_time: '17:00', to_time: '23:59', sites: [site('Ashford'), site('Dover')] },
    'Saturday, from 5pm, Ashford or Dover',
  ],
  [
    { days: [2, 4, 7], from_time: '12:00', to_time: '16:59' },
    'Tuesday, Thursday or Sunday, from 12 noon to 5pm, Harbour Street',
  ],
  [
    { days: [2], from_time: '09:15', to_time: '10:30' },
    'Tuesday, from 9:15am to 10:30am, Harbour Street',
  ],
])('what is waited for in words: %o', (preference, text) => {
  expect(formatPreference({ ...waitingEntry, ...preference })).toBe(
    `${text}, until 30\u00a0September 2026`,
  )
})
