import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { AuditScreen } from './AuditScreen.tsx'

type AuditTrailProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** Whether it is offered as a file. */
  mayDownload: boolean
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The audit trail for those who may read it: what happened to which record, by whom and when. */
export function AuditTrail({ settings, search, mayDownload, api }: AuditTrailProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient(),
  }))
  return (
    <QueryClientProvider client={deps.queries}>
      <AuditScreen {...{ settings, search, mayDownload }} api={deps.api} />
    </QueryClientProvider>
  )
}
