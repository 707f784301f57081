import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { BookingFlow } from './BookingFlow.tsx'
import type { BookingDeps } from './booking.actors.ts'
import { draftKeeping } from './booking-draft.ts'
import { serverClock } from './choose/server-clock.ts'
import { guestSession } from './details/guest-session.ts'
import type { SiteAddresses } from './place-of.ts'

export type BookingAppProps = {
  slug: string
  serviceName: string
  durationMinutes: number
  /** The service's "before you come"; empty when there is nothing to know. */
  prebookingInfo?: string
  serviceKey: string | null
  site: string | null
  addresses?: SiteAddresses
  week: string | null
  viewer: string | null
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

export function BookingApp(props: BookingAppProps) {
  const [deps] = useState(() => depsOf(props))
  return (
    <QueryClientProvider client={deps.queries}>
      <BookingFlow {...props} deps={deps} />
    </QueryClientProvider>
  )
}

function depsOf({
  slug,
  serviceKey,
  durationMinutes,
  settings,
  api,
}: BookingAppProps): BookingDeps {
  const clock = serverClock()
  return {
    api: api ?? sessionApi(settings, clock.send),
    clock,
    queries: new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } }),
    drafts: draftKeeping(slug),
    session: guestSession(),
    slug,
    key: serviceKey,
    timeZone: settings.timeZone,
    durationMinutes,
  }
}
