import type { CompetencyName } from '../competencies.ts'
import type { OutcomeName } from '../outcome-texts.ts'

export type DemoAppointmentType = {
  slug: string
  name: string
  duration: number
  synonyms: string
  description: string
  prebooking: string
  competencies: readonly CompetencyName[]
  outcomes: readonly [OutcomeName, ...OutcomeName[]]
  tags: readonly string[]
  hidden?: true
  disabled?: true
  /** The same person comes again after so many days, or not within these months. */
  againAfterDays?: number
  /**
   * It says whom the type suits, so that nobody is booked into what cannot be theirs. Ages are in
   * whole years.
   */
  suits?: { sex?: 'female'; youngest?: number; oldest?: number }
}

export const VACCINATION_OUTCOMES = [
  'Vaccination given',
  'Vaccination not given',
  'Paper card handed over',
] as const
