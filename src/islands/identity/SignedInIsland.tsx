import { type DefaultOptions, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { sessionApi } from './api.ts'
import { SendsContext } from './sends-context.ts'

export type IslandProps = {
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient | undefined
}

/** An island with a screen whose state is in the query of the address. */
export type ScreenIslandProps = IslandProps & {
  /** The query that the page was asked for. */
  search: string
}

type SignedInIslandProps = IslandProps & {
  defaults?: DefaultOptions
  children: (api: ApiClient, queries: QueryClient) => ReactNode
}

export function SignedInIsland({ settings, api, defaults = {}, children }: SignedInIslandProps) {
  const [shared] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient({ defaultOptions: defaults }),
  }))
  return (
    <QueryClientProvider client={shared.queries}>
      <SendsContext value={settings}>{children(shared.api, shared.queries)}</SendsContext>
      <Notifications />
    </QueryClientProvider>
  )
}
