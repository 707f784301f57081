import type { PastTime } from './past-times.ts'
import type { HistoryVisit } from './patient-history.ts'

export type InsertedVisit = HistoryVisit & {
  time: PastTime
  patientId: number
  appointmentId: number
  personId: number
}
