import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BRANCHES, branchBySlug, HOURS_DAYS, listsServices } from '#lib/branches.ts'
import { displayHours } from '#lib/opening-hours.ts'

const shownHours = (slug: string) => {
  const hours = branchBySlug(slug)?.hours
  return hours && HOURS_DAYS.map((day) => displayHours(hours[day]))
}
const fiveTimes = (hours: string) => Array<string>(5).fill(hours)

test('each branch shows the hours of the specification, Monday to Sunday and bank holidays', () => {
  expect(shownHours('harbour-street')).toEqual([
    ...fiveTimes('9am to 5:30pm'),
    '9am to 4pm',
    'Closed',
    'Open, times vary',
  ])
  expect(shownHours('mill-lane')).toEqual([
    ...fiveTimes('8:30am to 6:30pm'),
    'Closed',
    'Closed',
    'Closed',
  ])
  expect(shownHours('orchard-road')).toEqual([
    ...fiveTimes('9am to 5pm'),
    'Closed',
    'Closed',
    'Closed',
  ])
})

test('the third branch has no phone or location and points to the urgent-care line', () => {
  const branch = branchBySlug('orchard-road')
  expect(branch).not.toHaveProperty('phone')
  expect(branch).not.toHaveProperty('location')
  expect(branch?.bankHolidaysHint).toContain('111')
})

test('the fourth branch is a name, a slug and a picture', () => {
  expect(Object.keys(branchBySlug('station-approach') ?? {}).sort()).toEqual([
    'image',
    'name',
    'slug',
  ])
})

test('a slug that is no branch finds none', () => {
  expect(branchBySlug('nowhere')).toBeUndefined()
})

test('the first two branches list their services, the others do not', () => {
  expect(BRANCHES.map(listsServices)).toEqual([true, true, false, false])
})

test('every branch picture is there', () => {
  const missing = BRANCHES.filter(
    ({ image }) => !existsSync(new URL(`../../public${image}`, import.meta.url)),
  )
  expect(missing).toEqual([])
})

test('a telephone link dials the number that is shown', () => {
  for (const { phone, phoneDisplay } of BRANCHES) {
    expect(phone).toBe(phoneDisplay && `+44${phoneDisplay.replace(/\s/g, '').slice(1)}`)
  }
})
