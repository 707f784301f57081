import type { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import type { RequestInput } from '#machines/request.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const suggested: RequestInput<typeof newTimeMachine> = {
  start: '2026-08-07T09:00:00.000Z',
  siteId: 1,
}

export const newTimeCatalogue = requestCatalogue<typeof newTimeMachine>([suggested], {
  moved: [{ kind: 'moved' }],
  taken: [{ kind: 'taken' }],
  outdated: [{ kind: 'outdated' }],
  offline: [{ kind: 'offline' }],
})
