import { describe, expect, test } from 'vitest'
import {
  displayHours,
  displayOpening,
  hoursDayAt,
  openingNow,
} from '#lib/catalogue/opening-hours.ts'
import type { DayHours, OpeningHours } from '#lib/contract/opening-hours.ts'

const LONDON = 'Europe/London'

function week(usual: DayHours, others: Partial<OpeningHours> = {}): OpeningHours {
  return {
    monday: usual,
    tuesday: usual,
    wednesday: usual,
    thursday: usual,
    friday: usual,
    saturday: 'CLOSED',
    sunday: 'CLOSED',
    bank_holiday: 'CLOSED',
    ...others,
  }
}
const range = (opens: string, closes: string) => ({ opens, closes })

/** Those of the demonstration, and two others. */
const branches = {
  'harbour-street': week([range('09:00', '17:30')], {
    saturday: [range('09:00', '16:00')],
    bank_holiday: 'OPEN',
  }),
  'mill-lane': week([range('08:30', '18:30')]),
  'orchard-road': week([range('09:00', '17:00')]),
  'closed-for-lunch': week([range('09:00', '13:00'), range('14:00', '24:00')]),
  'at-any-time': week('OPEN'),
  'never-open': week('CLOSED'),
}

/** What a visitor reads at an instant. */
function said(slug: keyof typeof branches, instant: string, zone = LONDON) {
  return displayOpening(openingNow(branches[slug], new Date(instant), zone))
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
  expect(hoursDayAt(mondayInLondon, LONDON)).toBe('monday')
  expect(hoursDayAt(mondayInLondon, 'UTC')).toBe('sunday')
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
  expect(hoursDayAt(new Date(augustHoliday), LONDON)).toBe('bank_holiday')
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

test.each([
  ['11:59:59Z', 'Open now, until 1pm'],
  ['12:00:00Z', 'Closed now. Opens today at 2pm'],
  ['13:00:00Z', 'Open now, until midnight'],
  ['22:59:59Z', 'Open now, until midnight'],
  ['23:00:00Z', 'Closed now. Opens today at 9am'],
])('a branch that closes for lunch says at %s "%s"', (time, sentence) => {
  expect(said('closed-for-lunch', `2026-08-06T${time}`)).toBe(sentence)
})

test('an ordinary day at times that vary is no bank holiday', () => {
  expect(said('at-any-time', '2026-08-06T12:00:00Z')).toBe('Open today, times vary')
  expect(said('at-any-time', '2026-08-09T12:00:00Z')).toBe(
    'Closed now. Opens tomorrow at times that vary',
  )
})

test('a branch that never opens says no more', () => {
  expect(said('never-open', '2026-08-06T12:00:00Z')).toBe('Closed now')
})

test('hours read as people write them', () => {
  expect(displayHours([range('08:30', '12:00'), range('14:00', '24:00')])).toBe(
    '8:30am to 12 noon, 2pm to midnight',
  )
  expect(displayHours('CLOSED')).toBe('Closed')
  expect(displayHours('OPEN')).toBe('Open, times vary')
})
