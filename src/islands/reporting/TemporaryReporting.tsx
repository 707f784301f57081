import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { NothingToSee } from './NothingToSee.tsx'
import { ReportScreen } from './ReportScreen.tsx'
import type { Sight } from './whose.ts'

type TemporaryReportingProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The clinic's date. */
  today: string
  sight: Sight
  /** Whether the list is offered as a file. */
  mayDownload: boolean
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** Appointments by period, site, clinician, type, status and outcome, to look at and to take away as a file. */
export function TemporaryReporting({ settings, sight, api, ...screen }: TemporaryReportingProps) {
  const [outside] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  if (sight.staffId === null && !sight.mayChoose) return <NothingToSee />
  return (
    <QueryClientProvider client={outside.queries}>
      <ReportScreen api={outside.api} settings={settings} sight={sight} {...screen} />
    </QueryClientProvider>
  )
}
