import { addDays } from '../format-date-time.ts'
import { dateOf } from './clinic-time.ts'
import { type Occurrence, occurrencesOf } from './occurrences.ts'
import { type AvailabilityRule, effectiveExceptions, latestEnd } from './recurrence.ts'

/** How far a change of a recurring availability reaches (docs/decisions/0019). */
export type Reach = {
  scope: 'one' | 'following' | 'all'
  /** The occurrence meant, for `one` and `following`: plain date on which it starts. */
  date?: string | undefined
}

/** Fields are those of the request, messages for people. */
export type NotPossible = { problem: Record<string, string[]> }

export type RuleChange = {
  /** What stays of the rule under its own name; null when nothing does. */
  kept: AvailabilityRule | null
  /** The rule as it carries on; null when it is deleted. */
  next: AvailabilityRule | null
  /** The occurrences that are no longer, as they were. */
  removed: Occurrence[]
  /** Those of `next`. */
  added: Occurrence[]
}

type Clock = {
  /** Epoch milliseconds. */
  now: number
  zone: string
}

/**
 * What changing a rule to `next`, or deleting it (null), comes to. Occurrences that have ended stay:
 * where there are some, or where the change does not reach all of them, the rule is split in two.
 */
export function changeOfRule(
  old: AvailabilityRule,
  wanted: AvailabilityRule | null,
  reach: Reach,
  clock: Clock,
): RuleChange | NotPossible {
  if (reach.scope !== 'all' && reach.date === undefined) {
    return { problem: { date: ['Choose a day'] } }
  }
  const occurrences = occurrencesOf(old, clock.zone)
  const removed = occurrences.filter((occurrence) => isReached(occurrence, reach, clock.now))
  const [first] = removed
  if (!first) return { problem: nothingReached(occurrences, reach, clock.now) }
  const isWhole = removed.length === occurrences.length
  const kept = isWhole ? null : withoutRest(old, first, reach)
  if (wanted === null) return { kept, next: null, removed, added: [] }

  const next = reach.scope === 'one' ? asSingle(wanted) : wanted
  // Left as it was, the start date of a rule with a past means "go on".
  const carriesOn = next.startDate === old.startDate && !isWhole
  const starting = { ...next, startDate: carriesOn ? first.date : next.startDate }
  const made = newRule(starting, clock, { old, removed })
  return 'problem' in made ? made : { kept, removed, ...made }
}

/**
 * A rule as it is to be kept, with its occurrences.
 * @param instead the rule that it replaces: only its occurrences may lie in the past.
 */
export function newRule(
  rule: AvailabilityRule,
  { now, zone }: Clock,
  instead: { old: AvailabilityRule; removed: Occurrence[] } | null = null,
): { next: AvailabilityRule; added: Occurrence[] } | NotPossible {
  const problem = problemOfDates(rule)
  if (problem) return { problem }
  const next = { ...rule, exceptions: effectiveExceptions(rule) }
  const added = occurrencesOf(next, zone)
  if (added.length === 0) {
    return { problem: { start_date: ['No dates match these hours. Choose other days'] } }
  }
  const replaced = instead?.removed ?? []
  const isPast = ({ start, end }: Occurrence) =>
    end <= now && !replaced.some((other) => other.start < end && start < other.end)
  const isUnchanged = rule.startDate === instead?.old.startDate
  const isReplaced = replaced.some(({ date }) => date === rule.startDate)
  if (rule.startDate < dateOf(now, zone) && !isUnchanged && !isReplaced) {
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
