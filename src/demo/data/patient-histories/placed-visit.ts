import type { LifeVisit } from './life.ts'
import type { PastTime } from './past-times.ts'

/** A visit with its appointment and who was seen by whom. */
export type InsertedVisit = LifeVisit & {
  time: PastTime
  patientId: number
  appointmentId: number
  /** The clinician. */
  personId: number
}
