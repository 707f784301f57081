import { addDays, clockAt, plainDateAt } from '#lib/dates/format-date-time.ts'
import { instantAt } from '#lib/dates/instant-at.ts'
import type { Repeat } from '#machines/planner/planner.machine.ts'

const DAYS_IN_WEEK = 7
const MOST_WEEKS = 26
const MOST_TIMES = 52

export type RepeatDraft = { isRepeated: boolean; everyWeeks: string; times: string }
export type RepeatErrors = Partial<Record<'everyWeeks' | 'times', string>>

export function checkRepeat(draft: RepeatDraft): { repeat: Repeat | null; errors: RepeatErrors } {
  if (!draft.isRepeated) return { repeat: null, errors: {} }
  const errors: RepeatErrors = {}
  const everyWeeks = wholeNumber(draft.everyWeeks, 1, MOST_WEEKS)
  const times = wholeNumber(draft.times, 2, MOST_TIMES)
  if (everyWeeks === null) errors.everyWeeks = `Enter a whole number from 1 to ${MOST_WEEKS}`
  if (times === null) errors.times = `Enter a whole number from 2 to ${MOST_TIMES}`
  return {
    repeat: everyWeeks !== null && times !== null ? { everyWeeks, times } : null,
    errors,
  }
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}

/** It is counted from 0, and at the same time of the clinic's clock. */
export function occurrenceStart(
  start: string,
  everyWeeks: number,
  occurrence: number,
  timeZone: string,
): string {
  const date = addDays(plainDateAt(start, timeZone), occurrence * everyWeeks * DAYS_IN_WEEK)
  return instantAt(date, clockAt(start, timeZone), timeZone)
}
