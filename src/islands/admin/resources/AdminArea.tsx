import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import type { ScreenRights } from './admin-screen.ts'
import { ResourceScreen } from './ResourceScreen.tsx'
import { screenNamed } from './screens.ts'

type AdminAreaProps = {
  settings: PublicSettings
  /** The last part of the page's path. */
  name: string
  rights: ScreenRights
  /** The query that the page was asked for. */
  search: string
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of a screen of the administration area. */
export function AdminArea({ settings, name, rights, search, api }: AdminAreaProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  const screen = screenNamed(name)
  if (!screen) return null
  return (
    <QueryClientProvider client={deps.queries}>
      <ResourceScreen
        api={deps.api}
        settings={settings}
        screen={screen}
        rights={rights}
        search={search}
      />
      <Notifications />
    </QueryClientProvider>
  )
}
