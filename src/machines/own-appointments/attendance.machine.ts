import { requestMachine } from '../request.ts'

type AttendanceResult = { kind: 'saved' } | { kind: 'outdated' } | { kind: 'offline' }

/** A patient says whether they will come, as often as they like: the last answer counts. */
export const attendanceMachine = requestMachine<boolean, AttendanceResult>('attendance', {
  answers: { saved: 'open', outdated: 'open', offline: 'open' },
})
