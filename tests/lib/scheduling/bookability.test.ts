import { describe, expect, it } from 'vitest'
import {
  explainViolations,
  firstTimes,
  groupByDay,
  listSlots,
  openingsAt,
} from '#lib/scheduling/bookability.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'

/** An instant on Thursday 6 August 2026 (BST is UTC+1), or as a whole ISO text in UTC. */
const at = (time: string) => Date.parse(time.length === 5 ? `2026-08-06T${time}+01:00` : time)
const span = (from: string, to: string) => ({ start: at(from), end: at(to) })
const WEEK = span('2026-08-02T23:00Z', '2026-08-09T23:00Z')

/** Clinician 1 at site 1, 9:00am to 10:00am, nothing booked. */
function occurrence(changes: Partial<StaffedOccurrence> = {}): StaffedOccurrence {
  return {
    occurrenceId: 1,
    availabilityId: 1,
    staffId: 1,
    roomId: 1,
    siteId: 1,
    ...span('09:00', '10:00'),
    busy: [],
    ...changes,
  }
}

/** Twenty minutes, seen from the start of Monday 3 August, without notice. */
function rules(changes: Partial<BookingRules> = {}): BookingRules {
  return {
    duration: 20,
    zone: 'Europe/London',
    now: WEEK.start,
    noticeMinutes: 0,
    horizonDays: 180,
    required: [],
    competencies: new Map(),
    ...changes,
  }
}

/** What is listed, as clock times with how many clinicians remain. */
function listed(
  occurrences: StaffedOccurrence[],
  changes: Partial<BookingRules> = {},
  window = WEEK,
) {
  return listSlots(occurrences, rules(changes), window).map((slot) => {
    const time = new Date(slot.start + 3_600_000).toISOString().slice(11, 16)
    return `${time} site ${slot.siteId} × ${slot.remaining}`
  })
}

const codes = (
  occurrences: StaffedOccurrence[],
  start: number,
  changes: Partial<BookingRules> = {},
) => explainViolations(occurrences, rules(changes), start).map(({ code }) => code)

describe('the slots on offer', () => {
  it('cuts free time into appointments from its start to its very end', () => {
    expect(listSlots([occurrence()], rules(), WEEK)).toEqual([
      { ...span('09:00', '09:20'), siteId: 1, remaining: 1 },
      { ...span('09:20', '09:40'), siteId: 1, remaining: 1 },
      { ...span('09:40', '10:00'), siteId: 1, remaining: 1 },
    ])
  })

  it('never spans two working periods, even of one clinician without a break', () => {
    const split = [
      occurrence(span('09:00', '09:30')),
      occurrence({ occurrenceId: 2, ...span('09:30', '10:00') }),
    ]
    expect(listed(split)).toEqual(['09:00 site 1 × 1', '09:30 site 1 × 1'])
  })

  it('takes the slots that start in the window, from its start up to its end', () => {
    expect(listed([occurrence()], {}, span('09:20', '09:40'))).toEqual(['09:20 site 1 × 1'])
    expect(listed([occurrence()], {}, span('09:21', '09:41'))).toEqual(['09:40 site 1 × 1'])
    expect(listed([occurrence()], {}, span('09:40', '09:40'))).toEqual([])
  })

  it('leaves what it was given as it was', () => {
    const occurrences = [
      occurrence({ staffId: 2, busy: [span('09:40', '10:00'), span('09:00', '09:20')] }),
      occurrence(),
    ]
    const copy = structuredClone(occurrences)
    listSlots(occurrences, rules(), WEEK)
    expect(occurrences).toEqual(copy)
  })

  it('refuses a duration that would cut without end', () => {
    expect(() => listSlots([occurrence()], rules({ duration: 0 }), WEEK)).toThrow(RangeError)
    expect(() => openingsAt([occurrence()], rules({ duration: Number.NaN }), at('09:00'))).toThrow(
      RangeError,
    )
  })
})

describe('the first times at each site', () => {
  const early = occurrence({ busy: [span('09:00', '09:40')] })
  const later = occurrence({ occurrenceId: 2, staffId: 2, ...span('09:10', '10:00') })
  const elsewhere = occurrence({
    occurrenceId: 3,
    staffId: 3,
    siteId: 2,
    ...span('11:00', '12:00'),
  })
  const first = (count: number) => firstTimes([early, later, elsewhere], rules(), WEEK, count)

  it('are those of whoever is free first, whoever begins first', () => {
    expect(first(1)).toEqual(
      new Map([
        [1, [span('09:10', '09:30')]],
        [2, [span('11:00', '11:20')]],
      ]),
    )
  })

  it('are in order and each listed once, as many as are asked for', () => {
    const both = occurrence({ occurrenceId: 4, staffId: 4, ...span('09:10', '10:00') })
    const times = firstTimes([early, later, both], rules(), WEEK, 3)
    expect(times.get(1)).toEqual([
      span('09:10', '09:30'),
      span('09:30', '09:50'),
      span('09:40', '10:00'),
    ])
    expect(first(6).get(1)).toHaveLength(3)
  })

  it('are none where the type is disabled', () => {
    expect(firstTimes([later], rules({ isDisabled: true }), WEEK, 1)).toEqual(new Map())
  })
})

it('an opening says whose it is, where and for how long, also between the times listed', () => {
  expect(openingsAt([occurrence()], rules(), at('09:05'))).toEqual([
    {
      occurrenceId: 1,
      availabilityId: 1,
      staffId: 1,
      roomId: 1,
      siteId: 1,
      start: at('09:05'),
      duration: 20,
      isTypeNotOffered: false,
    },
  ])
})

describe('why a time is refused', () => {
  it('has no reason where somebody can take it', () => {
    expect(explainViolations([occurrence()], rules(), at('09:00'))).toEqual([])
  })

  it('says what is wrong with the start, in sentences', () => {
    expect(explainViolations([occurrence()], rules(), at('09:02'))).toEqual([
      { code: 'off_mark', detail: 'Appointments start on a 5-minute mark.' },
    ])
    expect(explainViolations([occurrence()], rules({ now: at('09:30') }), at('09:20'))).toEqual([
      { code: 'in_the_past', detail: 'That time has passed.' },
    ])
    const notice = { now: at('08:30'), noticeMinutes: 60 }
    expect(explainViolations([occurrence()], rules(notice), at('09:20'))).toEqual([
      { code: 'within_notice', detail: 'Appointments must be booked at least 60 minutes ahead.' },
    ])
    expect(codes([occurrence()], at('09:30'), notice)).toEqual([])
    expect(codes([occurrence()], at('09:20'), { now: at('09:20') })).toEqual([])
    expect(codes([occurrence()], at('09:20'), { now: at('09:20') + 1 })).toEqual(['in_the_past'])
    expect(explainViolations([occurrence()], rules({ horizonDays: 2 }), at('09:20'))).toEqual([
      { code: 'beyond_horizon', detail: 'Appointments can be booked at most 2 days ahead.' },
    ])
  })

  it('closes the horizon at the clinic’s midnight', () => {
    const late = occurrence(span('2026-08-06T22:00Z', '2026-08-07T00:00Z'))
    expect(codes([late], at('2026-08-06T22:55Z'), { horizonDays: 3 })).toEqual([])
    expect(codes([late], at('2026-08-06T23:00Z'), { horizonDays: 3 })).toEqual(['beyond_horizon'])
  })

  it('tells being closed from being occupied', () => {
    expect(codes([], at('09:00'))).toEqual(['outside_hours'])
    expect(codes([occurrence()], at('08:55'))).toEqual(['outside_hours'])
    expect(codes([occurrence()], at('09:45'))).toEqual(['outside_hours'])
    const busy = [span('09:20', '09:40')]
    expect(codes([occurrence({ busy })], at('09:05'))).toEqual(['occupied'])
    expect(codes([occurrence({ busy })], at('09:00'))).toEqual([])
    expect(codes([occurrence({ busy }), occurrence({ staffId: 2 })], at('09:05'))).toEqual([])
  })

  it('tells what is not held from what has expired', () => {
    const held = (issuedAt: string, expiresAt: string | null) => ({
      required: [7],
      competencies: new Map([[1, [{ competencyId: 7, issuedAt, expiresAt }]]]),
    })
    expect(codes([occurrence()], at('09:00'), { required: [7] })).toEqual(['competency_missing'])
    expect(codes([occurrence()], at('09:00'), held('2026-08-07', null))).toEqual([
      'competency_missing',
    ])
    expect(codes([occurrence()], at('09:00'), held('2025-01-01', '2026-08-05'))).toEqual([
      'competency_expired',
    ])
    expect(codes([occurrence()], at('09:00'), held('2026-08-06', '2026-08-06'))).toEqual([])
  })

  it('has nothing in a room that is out of use, and says so where no other is open', () => {
    const closed = occurrence({ isRoomWithdrawn: true })
    expect(codes([closed], at('09:00'))).toEqual(['room_withdrawn'])
    expect(codes([closed], at('09:00'), { mayOverrideType: true })).toEqual(['room_withdrawn'])
    expect(codes([closed, occurrence({ staffId: 2 })], at('09:00'))).toEqual([])
    expect(listSlots([closed], rules(), span('00:00', '23:00'))).toEqual([])
  })

  it('does not blame the incompetent when the competent are merely occupied', () => {
    const competencies = new Map([
      [1, [{ competencyId: 7, issuedAt: '2020-01-01', expiresAt: null }]],
    ])
    const occurrences = [occurrence({ busy: [span('09:00', '10:00')] }), occurrence({ staffId: 2 })]
    expect(codes(occurrences, at('09:00'), { required: [7], competencies })).toEqual(['occupied'])
  })

  it('gives every reason at once', () => {
    const busy = [span('09:00', '10:00')]
    expect(
      codes([occurrence({ busy })], at('09:07'), {
        now: at('09:30'),
        horizonDays: -1,
        required: [7],
      }),
    ).toEqual(['off_mark', 'in_the_past', 'beyond_horizon', 'occupied', 'competency_missing'])
  })
})

describe('a week of days', () => {
  it('puts each slot under its clinic date and keeps empty days', () => {
    const slot = (start: string) => ({
      start: at(start),
      end: at(start) + 1,
      siteId: 1,
      remaining: 1,
    })
    const late = slot('2026-08-03T22:55Z')
    const early = slot('2026-08-03T23:00Z')
    const deps = [slot('2026-08-02T22:55Z'), slot('2026-08-05T23:00Z')]
    expect(groupByDay([early, late, ...deps], '2026-08-03', 3, 'Europe/London')).toEqual([
      { date: '2026-08-03', slots: [late] },
      { date: '2026-08-04', slots: [early] },
      { date: '2026-08-05', slots: [] },
    ])
  })
})
