import type { SuggestedTime, TakeTimeResult } from '#machines/own-appointments/new-time.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const suggested: SuggestedTime = { start: '2026-08-07T09:00:00.000Z', siteId: 1 }

export const newTimeCatalogue = requestCatalogue<SuggestedTime, TakeTimeResult>([suggested], {
  moved: [{ kind: 'moved' }],
  taken: [{ kind: 'taken' }],
  outdated: [{ kind: 'outdated' }],
  offline: [{ kind: 'offline' }],
})
