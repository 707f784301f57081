import { describe, expect, test } from 'vitest'
import { type Branch, branchBySlug } from '#lib/branches.ts'
import { displayHours, displayOpening, hoursDayAt, openingNow } from '#lib/opening-hours.ts'

const LONDON = 'Europe/London'

function branch(slug: string): Branch {
  const found = branchBySlug(slug)
  if (!found) throw new Error(`no branch ${slug}`)
  return found
}

/** What a visitor reads at an instant. */
function said(slug: string, instant: string, zone = LONDON) {
  const opening = openingNow(branch(slug), new Date(instant), zone)
  return opening && displayOpening(opening)
}

describe('on an ordinary summer Thursday', () => {
  test.each([
    ['07:59:59Z', 'Closed now. Opens today at 9am'],
    ['08:00:00Z', 'Open now, until 5:30pm'],
    ['16:29:59Z', 'Open now, until 5:30pm'],
    ['16:30:00Z', 'Closed now. Opens tomorrow at 9am'],
  ])('at %s the first branch says "%s"', (time, sentence) => {
    expect(said('harbour-street', `2026-08-06T${time}`)).toBe(sentence)
  })
})

test('in winter the same wall-clock hours hold', () => {
  expect(said('harbour-street', '2026-01-08T08:59:00Z')).toBe('Closed now. Opens today at 9am')
  expect(said('harbour-street', '2026-01-08T09:00:00Z')).toBe('Open now, until 5:30pm')
})

test('a closed day names the next day that opens', () => {
  expect(said('harbour-street', '2026-08-08T15:30:00Z')).toBe('Closed now. Opens on Monday at 9am')
  expect(said('mill-lane', '2026-08-07T18:00:00Z')).toBe('Closed now. Opens on Monday at 8:30am')
  expect(said('harbour-street', '2026-08-09T12:00:00Z')).toBe('Closed now. Opens tomorrow at 9am')
})

test('the clinic clock decides the day around midnight, not UTC', () => {
  const mondayInLondon = new Date('2026-08-02T23:30:00Z')
  expect(hoursDayAt(mondayInLondon, LONDON)).toBe('Monday')
  expect(hoursDayAt(mondayInLondon, 'UTC')).toBe('Sunday')
  expect(said('harbour-street', '2026-08-02T23:30:00Z')).toBe('Closed now. Opens today at 9am')
  expect(said('harbour-street', '2026-08-02T22:30:00Z')).toBe('Closed now. Opens tomorrow at 9am')
})

test('another clinic zone moves the hours with it', () => {
  expect(said('harbour-street', '2026-08-05T22:29:00Z', 'Australia/Lord_Howe')).toBe(
    'Closed now. Opens today at 9am',
  )
  expect(said('harbour-street', '2026-08-05T22:30:00Z', 'Australia/Lord_Howe')).toBe(
    'Open now, until 5:30pm',
  )
})

test('on a bank holiday the bank-holiday row counts, not the weekday', () => {
  const augustHoliday = '2026-08-31T11:00:00Z'
  expect(hoursDayAt(new Date(augustHoliday), LONDON)).toBe('Bank holidays')
  expect(said('harbour-street', augustHoliday)).toBe('Bank holiday: open at times that vary')
  expect(said('mill-lane', augustHoliday)).toBe('Closed now. Opens tomorrow at 8:30am')
})

test('a bank holiday ahead is announced as one', () => {
  expect(said('harbour-street', '2026-08-30T12:00:00Z')).toBe(
    'Closed now. Opens tomorrow (bank holiday) at times that vary',
  )
  expect(said('mill-lane', '2026-08-30T12:00:00Z')).toBe('Closed now. Opens on Tuesday at 8:30am')
})

test('Good Friday to Easter Monday is bridged', () => {
  expect(said('orchard-road', '2026-04-02T17:00:00Z')).toBe('Closed now. Opens on Tuesday at 9am')
})

test('a branch without hours is neither open nor closed', () => {
  expect(said('station-approach', '2026-08-06T12:00:00Z')).toBeNull()
})

test('hours read as people write them', () => {
  expect(displayHours({ opens: '08:30', closes: '12:00' })).toBe('8:30am to midday')
  expect(displayHours('CLOSED')).toBe('Closed')
  expect(displayHours('OPEN')).toBe('Open, times vary')
})
