import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionApi } from '../identity/api.ts'
import { type BookingAppProps, BookingFlow } from './BookingFlow.tsx'
import type { BookingDeps } from './booking-deps.ts'
import { createDraftStorage } from './booking-draft.ts'
import { serverClock } from './choose/server-clock.ts'
import { guestSession } from './details/guest-session.ts'

export function BookingApp(props: BookingAppProps) {
  const [deps] = useState(() => toDeps(props))
  return (
    <QueryClientProvider client={deps.queries}>
      <BookingFlow {...props} deps={deps} />
    </QueryClientProvider>
  )
}

function toDeps({
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
    drafts: createDraftStorage(slug),
    session: guestSession(),
    slug,
    key: serviceKey,
    timeZone: settings.timeZone,
    durationMinutes,
  }
}
