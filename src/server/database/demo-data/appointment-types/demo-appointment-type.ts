import type { CompetencyName } from '../competencies.ts'

/** An appointment type of the demonstration; `duration` in minutes. */
export type DemoAppointmentType = {
  slug: string
  name: string
  duration: number
  description: string
  prebooking: string
  competencies: readonly CompetencyName[]
  tags: readonly string[]
  hidden?: true
  disabled?: true
  /** Whom it is for, so that nobody is booked into what cannot be theirs; ages in whole years. */
  suits?: { sex?: 'female'; youngest?: number; oldest?: number }
}
