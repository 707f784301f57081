import type { PastTime } from './past-times.ts'
import type { HistoryVisit } from './patient-history.ts'

/** A visit with its appointment and who was seen by whom. */
export type InsertedVisit = HistoryVisit & {
  time: PastTime
  patientId: number
  appointmentId: number
  /** The clinician. */
  personId: number
}
