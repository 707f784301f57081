import '../ui/form/zod-without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { ScheduleScreen } from './ScheduleScreen.tsx'
import { type OpenChannel, scheduleChannel } from './schedule-channel.ts'

export type ScheduleAppProps = {
  settings: PublicSettings
  viewer: Viewer
  /** The address that the page was asked for. */
  path: string
  search: string
  /** The clinic's date when it was. */
  today: string
  /** What is outside, where it is not that of the settings and the site. */
  api?: ApiClient
  openChannel?: OpenChannel
}

/** The clinic's days by clinician or by room, as they are at this moment. */
export function ScheduleApp({ api, openChannel, ...props }: ScheduleAppProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(props.settings),
    queries: new QueryClient(),
    openChannel: openChannel ?? scheduleChannel(props.settings.webSocketBase),
  }))
  return (
    <QueryClientProvider client={deps.queries}>
      <ScheduleScreen {...props} api={deps.api} openChannel={deps.openChannel} />
      <Notifications />
    </QueryClientProvider>
  )
}
