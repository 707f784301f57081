import '../ui/form/zod-without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { NothingToSee } from '../reporting/appointments/NothingToSee.tsx'
import { type OpenChannel, scheduleChannel } from '../schedule/schedule-channel.ts'
import { sessionApi } from '../session/api.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { NeedAttentionScreen } from './NeedAttentionScreen.tsx'

type NeedAttentionAppProps = {
  settings: PublicSettings
  viewer: Viewer
  /** The query that the page was asked for. */
  search: string
  /** What is outside, where it is not that of the settings and the site. */
  api?: ApiClient
  openChannel?: OpenChannel
}

/** Appointments that lost their clinician, room, hours or competence, and what becomes of them. */
export function NeedAttentionApp(props: NeedAttentionAppProps) {
  const { settings, viewer, search } = props
  const [deps] = useState(() => ({
    api: props.api ?? sessionApi(settings),
    openChannel: props.openChannel ?? scheduleChannel(settings.webSocketBase),
    queries: new QueryClient(),
  }))
  const scopeRights = {
    staffId: viewer.staff_id,
    mayChoose: viewer.permissions.includes('clinic.view_other_appointments'),
  }
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <QueryClientProvider client={deps.queries}>
      <NeedAttentionScreen
        {...{ viewer, search, scopeRights }}
        api={deps.api}
        openChannel={deps.openChannel}
        timeZone={settings.timeZone}
      />
      <Notifications />
    </QueryClientProvider>
  )
}
