import type { Availability, AvailabilityScope } from '#lib/contract/availabilities.ts'
import { toWrittenDate } from '#lib/dates/dates.ts'
import type { AvailabilityRule } from '#lib/scheduling/recurrence.ts'
import { newAvailability, sentRule } from '#lib/scheduling/rule-codec.ts'
import type { SentRule } from '#machines/availability/availability-editing.machine.ts'

export type AvailabilityDraft = Omit<
  AvailabilityRule,
  'freq' | 'repeatEvery' | 'recurringUntil' | 'weekdays' | 'months'
> & {
  staff: string
  room: string
  types: readonly number[]
  weekdays: readonly number[]
  months: readonly number[]
  freq: string
  repeatEvery: string
  until: string
  scope: AvailabilityScope
  date: string
}

const shownRule = ({ freq, repeatEvery, recurringUntil, ...rule }: AvailabilityRule) => ({
  ...rule,
  freq: String(freq),
  repeatEvery: String(repeatEvery),
  until: recurringUntil ?? '',
})

/** Somebody has pointed at it already. */
type NewPlace = {
  staffId?: number
  roomId?: number
  date?: string
  startTime?: string
  endTime?: string
}

/**
 * `new` has what somebody has pointed at: a clinician, a room, a date or times; `existing` has the
 * occurrence (`YYYY-MM-DD`, its start date) that they mean.
 */
export type EditedHours =
  | ({ kind: 'new' } & NewPlace)
  | {
      kind: 'existing'
      id: number
      date?: string
      scope?: AvailabilityScope
      isDeletion?: boolean
    }

export function newDraft(today: string, place: NewPlace): AvailabilityDraft {
  const defaults = newAvailability(today)
  return {
    ...shownRule(defaults),
    staff: place.staffId === undefined ? '' : String(place.staffId),
    room: place.roomId === undefined ? '' : String(place.roomId),
    types: [],
    startDate: place.date ?? defaults.startDate,
    startTime: place.startTime ?? defaults.startTime,
    endTime: place.endTime ?? defaults.endTime,
    scope: 'all',
    date: '',
  }
}

export function createAvailabilityDraft(
  availability: Availability,
  date: string | undefined,
): AvailabilityDraft {
  const isPart = availability.recurring && date !== undefined
  const rule = sentRule.parse(availability)
  return {
    ...shownRule(rule),
    staff: String(availability.staff),
    room: String(availability.room),
    types: availability.appointment_types,
    startDate: isPart ? date : rule.startDate,
    scope: isPart ? 'one' : 'all',
    date: date ?? '',
  }
}

/** The draft may be no rule yet, such as while a date is empty: the codec would refuse it. */
export function toSentRule(draft: AvailabilityDraft): SentRule {
  return {
    staff: Number(draft.staff),
    room: Number(draft.room),
    appointment_types: [...draft.types],
    start_date: toWrittenDate(draft.startDate),
    start_time: draft.startTime,
    end_time: draft.endTime,
    recurring: draft.recurring && draft.scope !== 'one',
    recurring_until: draft.until ? toWrittenDate(draft.until) : null,
    repeat_every: Number(draft.repeatEvery),
    freq: Number(draft.freq) as 0 | 1 | 2 | 3,
    weekdays: [...draft.weekdays],
    months: [...draft.months],
    except_bank_holidays: draft.exceptBankHolidays,
    except_holiday_dates: draft.exceptHolidayDates,
    exceptions: draft.exceptions.map(toWrittenDate),
  }
}

export function formatReach(draft: AvailabilityDraft, availability: Availability) {
  const { id, version } = availability
  const isPart = availability.recurring && draft.scope !== 'all'
  return isPart
    ? { id, version, scope: draft.scope, date: toWrittenDate(draft.date) }
    : { id, version, scope: 'all' as const }
}
