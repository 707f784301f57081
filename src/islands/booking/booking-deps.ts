import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import type { DraftStorage } from './booking-draft.ts'
import type { serverClock } from './choose/server-clock.ts'
import type { GuestSession } from './details/guest-session.ts'

export type BookingDeps = {
  api: ApiClient
  clock: ServerClock
  queries: QueryClient
  drafts: DraftStorage
  session: GuestSession
  slug: string
  key: string | null
  timeZone: string
  durationMinutes: number
}

type ServerClock = Pick<ReturnType<typeof serverClock>, 'now'>
