import { requestMachine } from '../request.ts'

export type AttendanceResult =
  | { kind: 'saved' }
  /** The appointment is not as it was shown: rescheduled, cancelled, started, or no longer theirs. */
  | { kind: 'outdated' }
  | { kind: 'offline' }

/** A patient says whether they will come, as often as they like: the last answer counts. */
export const attendanceMachine = requestMachine<boolean, AttendanceResult>('attendance', {
  answers: { saved: 'open', outdated: 'open', offline: 'open' },
})
