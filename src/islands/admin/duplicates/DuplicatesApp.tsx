import '../../ui/form/zod-without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { type OpenProgress, progressChannel } from '../../progress/progress-channel.ts'
import { sessionApi } from '../../session/api.ts'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import { DuplicatesScreen } from './DuplicatesScreen.tsx'

type DuplicatesAppProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** What is outside, where it is not that of the settings and the site. */
  api?: ApiClient
  openProgress?: OpenProgress
}

/** People who may be one: found, compared, merged, told apart, and merges that are taken back. */
export function DuplicatesApp({ settings, search, ...given }: DuplicatesAppProps) {
  const [deps] = useState(() => ({
    api: given.api ?? sessionApi(settings),
    openProgress: given.openProgress ?? progressChannel(settings.webSocketBase),
    queries: new QueryClient(),
  }))
  return (
    <QueryClientProvider client={deps.queries}>
      <DuplicatesScreen
        api={deps.api}
        openProgress={deps.openProgress}
        timeZone={settings.timeZone}
        search={search}
      />
      <Notifications />
    </QueryClientProvider>
  )
}
