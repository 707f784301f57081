import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { AvailabilityScreen } from './AvailabilityScreen.tsx'

type AvailabilityAppProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of the screen on which availabilities are listed, made, changed and deleted. */
export function AvailabilityApp({ settings, search, api }: AvailabilityAppProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  return (
    <QueryClientProvider client={deps.queries}>
      <AvailabilityScreen api={deps.api} settings={settings} search={search} />
      <Notifications />
    </QueryClientProvider>
  )
}
