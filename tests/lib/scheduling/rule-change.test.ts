import { describe, expect, test } from 'vitest'
import type { AvailabilityRule } from '#lib/scheduling/recurrence.ts'
import { changeOfRule, newRule, type Reach } from '#lib/scheduling/rule-change.ts'

const ZONE = 'Europe/London'

/** Every day from Monday 3 to Sunday 16 August 2026, 9am to 5pm (BST). */
const fortnight: AvailabilityRule = {
  startDate: '2026-08-03',
  startTime: '09:00',
  endTime: '17:00',
  recurring: true,
  recurringUntil: '2026-08-16',
  repeatEvery: 1,
  freq: 3,
  weekdays: [],
  months: [],
  exceptBankHolidays: false,
  exceptHolidayDates: true,
  exceptions: ['2026-08-05', '2026-08-12'],
}

type Tried = {
  old?: Partial<AvailabilityRule>
  to?: Partial<AvailabilityRule> | null
  reach?: Reach
  /** UTC. */
  at?: string
}

/** What is left of the rule, what carries on, and the dates that go and come. */
function change({ old = {}, to = {}, reach = { scope: 'all' }, at = '2026-08-01T12:00' }: Tried) {
  const rule = { ...fortnight, ...old }
  const made = changeOfRule(rule, to && { ...rule, ...to }, reach, {
    now: Date.parse(`${at}Z`),
    zone: ZONE,
  })
  if ('problem' in made) return made.problem
  const span = (one: AvailabilityRule | null) =>
    one && [one.startDate, one.recurring ? one.recurringUntil : null, one.exceptions]
  return {
    kept: span(made.kept),
    next: span(made.next),
    removed: made.removed.map(({ date }) => date.slice(8)).join(' '),
    added: made.added.map(({ date }) => date.slice(8)).join(' '),
  }
}

describe('changing all of a rule', () => {
  test('that has not begun changes it in place', () => {
    expect(change({ to: { endTime: '16:00' } })).toEqual({
      kept: null,
      next: ['2026-08-03', '2026-08-16', ['2026-08-05', '2026-08-12']],
      removed: '03 04 06 07 08 09 10 11 13 14 15 16',
      added: '03 04 06 07 08 09 10 11 13 14 15 16',
    })
  })

  test('with a past goes on from the first occurrence that is not over', () => {
    expect(change({ to: { endTime: '16:00' }, at: '2026-08-10T20:00' })).toEqual({
      kept: ['2026-08-03', '2026-08-10', ['2026-08-05']],
      next: ['2026-08-11', '2026-08-16', ['2026-08-12']],
      removed: '11 13 14 15 16',
      added: '11 13 14 15 16',
    })
  })

  test('reaches today’s hours while they last', () => {
    const at11 = { to: { endTime: '12:00' }, at: '2026-08-10T10:00' }
    expect(change(at11)).toMatchObject({
      kept: ['2026-08-03', '2026-08-09', ['2026-08-05']],
      removed: '10 11 13 14 15 16',
    })
    expect(change({ ...at11, to: { endTime: '10:00' } })).toMatchObject({
      added: '10 11 13 14 15 16',
    })
  })

  test('reaches the night shift that began yesterday', () => {
    const night = { startTime: '22:00', endTime: '07:00' }
    const tried = { old: night, to: { ...night, endTime: '06:30' }, at: '2026-08-10T05:00' }
    expect(change(tried)).toMatchObject({ next: ['2026-08-09', '2026-08-16', ['2026-08-12']] })
  })

  test('keeps the rhythm of every second week', () => {
    const weekly: Partial<AvailabilityRule> = {
      freq: 2,
      repeatEvery: 2,
      weekdays: [0, 3],
      recurringUntil: '2026-09-30',
    }
    const tried = { old: { ...weekly, exceptions: [] }, to: weekly, at: '2026-08-06T20:00' }
    expect(change(tried)).toMatchObject({
      removed: '17 20 31 03 14 17 28',
      added: '17 20 31 03 14 17 28',
    })
  })

  test('may begin later, not in the past', () => {
    const at = '2026-08-10T20:00'
    expect(change({ to: { startDate: '2026-08-15' }, at })).toMatchObject({
      kept: ['2026-08-03', '2026-08-10', ['2026-08-05']],
      added: '15 16',
    })
    expect(change({ to: { startDate: '2026-08-07' }, at })).toEqual({
      start_date: ['Choose today or a later day'],
    })
  })

  test('is refused once it is over', () => {
    expect(change({ at: '2026-08-17T09:00' })).toEqual({
      non_field_errors: ['This availability is in the past, so you cannot change it'],
    })
  })
})

describe('changing a part of it', () => {
  test('this and those after it splits there; days off go with the part they are in', () => {
    expect(
      change({ to: { endTime: '16:00' }, reach: { scope: 'following', date: '2026-08-10' } }),
    ).toEqual({
      kept: ['2026-08-03', '2026-08-09', ['2026-08-05']],
      next: ['2026-08-10', '2026-08-16', ['2026-08-12']],
      removed: '10 11 13 14 15 16',
      added: '10 11 13 14 15 16',
    })
  })

  test('from the first on is all of it', () => {
    expect(change({ reach: { scope: 'following', date: '2026-08-03' } })).toMatchObject({
      kept: null,
    })
  })

  test('one day leaves the rule and stands alone', () => {
    const reach: Reach = { scope: 'one', date: '2026-08-10' }
    expect(change({ to: { startDate: '2026-08-10', startTime: '12:00' }, reach })).toEqual({
      kept: ['2026-08-03', '2026-08-16', ['2026-08-05', '2026-08-10', '2026-08-12']],
      next: ['2026-08-10', null, []],
      removed: '10',
      added: '10',
    })
    expect(change({ to: { startTime: '12:00' }, reach })).toMatchObject({ added: '10' })
  })

  test('the only day is changed in place', () => {
    const once = { recurring: false, exceptions: [] }
    expect(change({ old: once, reach: { scope: 'one', date: '2026-08-03' } })).toMatchObject({
      kept: null,
      next: ['2026-08-03', null, []],
    })
  })

  test.each<[Reach, string, Record<string, string[]>]>([
    [{ scope: 'one' }, '2026-08-01T12:00', { date: ['Choose a day'] }],
    [{ scope: 'following' }, '2026-08-01T12:00', { date: ['Choose a day'] }],
    [
      { scope: 'one', date: '2026-08-05' },
      '2026-08-01T12:00',
      { date: ['This availability does not include that day'] },
    ],
    [
      { scope: 'one', date: '2026-08-04' },
      '2026-08-04T16:00',
      { date: ['That day is in the past, so you cannot change it'] },
    ],
  ])('%j at %s is refused', (reach, at, problem) => {
    expect(change({ reach, at })).toEqual(problem)
  })
})

describe('deleting', () => {
  test('one day makes a day off', () => {
    expect(change({ to: null, reach: { scope: 'one', date: '2026-08-10' } })).toEqual({
      kept: ['2026-08-03', '2026-08-16', ['2026-08-05', '2026-08-10', '2026-08-12']],
      next: null,
      removed: '10',
      added: '',
    })
  })

  test('this and those after it ends the rule the day before', () => {
    expect(change({ to: null, reach: { scope: 'following', date: '2026-08-13' } })).toMatchObject({
      kept: ['2026-08-03', '2026-08-12', ['2026-08-05', '2026-08-12']],
      removed: '13 14 15 16',
    })
  })

  test('all of it leaves the past, or nothing', () => {
    expect(change({ to: null })).toMatchObject({ kept: null, next: null })
    expect(change({ to: null, at: '2026-08-10T20:00' })).toMatchObject({
      kept: ['2026-08-03', '2026-08-10', ['2026-08-05']],
      removed: '11 13 14 15 16',
    })
  })
})

describe('a new rule', () => {
  const now = Date.parse('2026-08-10T20:00Z')
  const made = (changes: Partial<AvailabilityRule>) =>
    newRule({ ...fortnight, startDate: '2026-08-11', ...changes }, { now, zone: ZONE })

  test('keeps only the days off on which it would have been', () => {
    const { next } = made({ exceptions: ['2026-08-12', '2026-08-12', '2027-01-01'] }) as {
      next: AvailabilityRule
    }
    expect(next.exceptions).toEqual(['2026-08-12'])
  })

  test.each<[Partial<AvailabilityRule>, Record<string, string[]>]>([
    [{ startDate: '2026-08-09' }, { start_date: ['Choose today or a later day'] }],
    [{ startDate: '2026-08-10' }, { start_date: ['These hours have passed. Choose a later day'] }],
    [
      { recurringUntil: '2026-08-10' },
      { recurring_until: ['The last day must not be before the first'] },
    ],
    [
      { recurringUntil: '2028-08-12' },
      { recurring_until: ['Choose a day at most two years after the first'] },
    ],
    [
      { freq: 0, months: [2], recurringUntil: '2026-12-31' },
      { start_date: ['No dates match these hours. Choose other days'] },
    ],
  ])('%j is refused', (changes, problem) => {
    expect(made(changes)).toEqual({ problem })
  })
})
