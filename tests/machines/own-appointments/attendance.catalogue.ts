import type { attendanceMachine } from '#machines/own-appointments/attendance.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const attendanceCatalogue = requestCatalogue<typeof attendanceMachine>([true, false], {
  saved: [{ kind: 'saved' }],
  outdated: [{ kind: 'outdated' }],
  offline: [{ kind: 'offline' }],
})
