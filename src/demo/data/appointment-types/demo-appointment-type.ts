import type { CompetencyName } from '../competencies.ts'
import type { OutcomeName } from '../outcome-texts.ts'

/** An appointment type of the demonstration; `duration` in minutes. */
export type DemoAppointmentType = {
  slug: string
  name: string
  duration: number
  /** Other words that visitors search for it by. */
  synonyms: string
  description: string
  prebooking: string
  competencies: readonly CompetencyName[]
  /** What it can end with; the usual one first. */
  outcomes: readonly [OutcomeName, ...OutcomeName[]]
  tags: readonly string[]
  hidden?: true
  disabled?: true
  /** Somebody comes again after so many days; left out: not within the months of the demonstration. */
  againAfterDays?: number
  /** Whom it is for, so that nobody is booked into what cannot be theirs; ages in whole years. */
  suits?: { sex?: 'female'; youngest?: number; oldest?: number }
}

export const VACCINATION_OUTCOMES = [
  'Vaccination given',
  'Vaccination not given',
  'Paper card handed over',
] as const
