import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import { NothingToSee } from '../appointments/NothingToSee.tsx'
import type { ScopeRights } from '../appointments/report-scope.ts'
import { DashboardScreen } from './DashboardScreen.tsx'

type DashboardProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The clinic's date. */
  today: string
  scopeRights: ScopeRights
  maySeeIncome: boolean
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The dashboard of a clinician, or of who may see the appointments of all. */
export function Dashboard({ settings, scopeRights, api, ...screen }: DashboardProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <QueryClientProvider client={deps.queries}>
      <DashboardScreen api={deps.api} settings={settings} scopeRights={scopeRights} {...screen} />
      <Notifications />
    </QueryClientProvider>
  )
}
