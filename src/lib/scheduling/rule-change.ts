import { addDays } from '../dates/format-date-time.ts'
import { toClinicDate } from './clinic-time.ts'
import {
  type AvailabilityRule,
  effectiveExceptions,
  expandOccurrences,
  latestEnd,
  type Occurrence,
} from './recurrence.ts'

export type Reach = {
  scope: 'one' | 'following' | 'all'
  date?: string | undefined
}

export type NotPossible = { problem: Record<string, string[]> }

export type RuleChange = {
  kept: AvailabilityRule | null
  next: AvailabilityRule | null
  removed: Occurrence[]
  added: Occurrence[]
}

type Clock = {
  now: number
  zone: string
}

/**
 * Changes a rule to `next`, or deletes it (null). Ended occurrences stay, so a rule with a past, or
 * one that changes in part, is split in two.
 */
export function changeOfRule(
  old: AvailabilityRule,
  requested: AvailabilityRule | null,
  reach: Reach,
  clock: Clock,
): RuleChange | NotPossible {
  if (reach.scope !== 'all' && reach.date === undefined) {
    return { problem: { date: ['Choose a day'] } }
  }
  const occurrences = expandOccurrences(old, clock.zone)
  const removed = occurrences.filter((occurrence) => isReached(occurrence, reach, clock.now))
  const [first] = removed
  if (!first) return { problem: nothingReached(occurrences, reach, clock.now) }
  const isWhole = removed.length === occurrences.length
  const earlierPart = isWhole ? null : withoutRest(old, first, reach)
  if (requested === null) return { kept: earlierPart, next: null, removed, added: [] }

  const next = reach.scope === 'one' ? asSingle(requested) : requested
  // An unchanged start date of a rule with a past means "carry on".
  const continues = next.startDate === old.startDate && !isWhole
  const starting = { ...next, startDate: continues ? first.date : next.startDate }
  const made = newRule(starting, clock, { old, removed })
  return 'problem' in made ? made : { kept: earlierPart, removed, ...made }
}

export function newRule(
  rule: AvailabilityRule,
  { now, zone }: Clock,
  instead: { old: AvailabilityRule; removed: Occurrence[] } | null = null,
): { next: AvailabilityRule; added: Occurrence[] } | NotPossible {
  const problem = problemOfDates(rule)
  if (problem) return { problem }
  const next = { ...rule, exceptions: effectiveExceptions(rule) }
  const added = expandOccurrences(next, zone)
  if (added.length === 0) {
    return { problem: { start_date: ['No dates match these hours. Choose other days'] } }
  }
  const replaced = instead?.removed ?? []
  const isPast = ({ start, end }: Occurrence) =>
    end <= now && !replaced.some((other) => other.start < end && start < other.end)
  const isUnchanged = rule.startDate === instead?.old.startDate
  const isReplaced = replaced.some(({ date }) => date === rule.startDate)
  if (rule.startDate < toClinicDate(now, zone) && !isUnchanged && !isReplaced) {
    return { problem: { start_date: ['Choose today or a later day'] } }
  }
  if (added.some(isPast)) {
    return { problem: { start_date: ['These hours have passed. Choose a later day'] } }
  }
  return { next, added }
}

function isReached({ date, end }: Occurrence, { scope, date: from = '' }: Reach, now: number) {
  if (end <= now) return false
  if (scope === 'one') return date === from
  return scope === 'all' || date >= from
}

function nothingReached(occurrences: Occurrence[], { scope, date }: Reach, now: number) {
  if (scope === 'all' || occurrences.every(({ end }) => end <= now)) {
    return { non_field_errors: ['This availability is in the past, so you cannot change it'] }
  }
  const isThere = occurrences.some((occurrence) => occurrence.date === date)
  return {
    date: [
      isThere
        ? 'That day is in the past, so you cannot change it'
        : 'This availability does not include that day',
    ],
  }
}

function withoutRest(old: AvailabilityRule, first: Occurrence, { scope }: Reach): AvailabilityRule {
  const { exceptions } = old
  if (scope === 'one') return { ...old, exceptions: [...exceptions, first.date].sort() }
  return {
    ...old,
    recurringUntil: addDays(first.date, -1),
    exceptions: exceptions.filter((date) => date < first.date),
  }
}

const asSingle = (rule: AvailabilityRule): AvailabilityRule => ({
  ...rule,
  recurring: false,
  exceptBankHolidays: false,
  exceptions: [],
})

function problemOfDates({ recurring, startDate, recurringUntil }: AvailabilityRule) {
  if (!recurring || recurringUntil === null) return null
  if (recurringUntil < startDate) {
    return { recurring_until: ['The last day must not be before the first'] }
  }
  return recurringUntil > latestEnd(startDate)
    ? { recurring_until: ['Choose a day at most two years after the first'] }
    : null
}
