import '../../ui/form/zod-without-eval.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import { RecordScreen } from './RecordScreen.tsx'

type AppointmentRecordProps = {
  /** The appointment's. */
  id: number
  viewer: Viewer
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of one appointment's record, for those who work here. */
export function AppointmentRecord({ id, viewer, settings, api }: AppointmentRecordProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  return (
    <QueryClientProvider client={deps.queries}>
      <RecordScreen api={deps.api} id={id} viewer={viewer} timeZone={settings.timeZone} />
      <Notifications />
    </QueryClientProvider>
  )
}
