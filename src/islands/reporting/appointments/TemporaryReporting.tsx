import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { NothingToSee } from './NothingToSee.tsx'
import { ReportScreen } from './ReportScreen.tsx'
import type { ScopeRights } from './report-scope.ts'

type TemporaryReportingProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The clinic's date. */
  today: string
  scopeRights: ScopeRights
  /** Whether the list is offered as a file. */
  mayDownload: boolean
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** Appointments by period, site, clinician, type, status and outcome, to look at and to take away as a file. */
export function TemporaryReporting({
  settings,
  scopeRights,
  api,
  ...screen
}: TemporaryReportingProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <QueryClientProvider client={deps.queries}>
      <ReportScreen api={deps.api} settings={settings} scopeRights={scopeRights} {...screen} />
    </QueryClientProvider>
  )
}
