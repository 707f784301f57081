import type {
  AttendanceEvent,
  SendAttendanceResult,
} from '#machines/own-appointments/attendance.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const attendanceCatalogue = {
  events: {
    'attendance.answered': [
      { type: 'attendance.answered', isComing: true },
      { type: 'attendance.answered', isComing: false },
    ],
  },
  results: {
    sendAttendance: {
      saved: [{ kind: 'saved' }],
      outdated: [{ kind: 'outdated' }],
      unsent: [{ kind: 'unsent' }],
    },
  },
  delays: {},
} satisfies Catalogue<AttendanceEvent, { sendAttendance: SendAttendanceResult }>
