import { type DefaultOptions, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { sessionApi } from './api.ts'
import { IslandContext } from './island-context.ts'
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
  /** Who works here; left out on a patient's pages. */
  viewer?: Viewer | null
  children: ReactNode | ((api: ApiClient, queries: QueryClient) => ReactNode)
}

export function SignedInIsland(props: SignedInIslandProps) {
  const { settings, api, defaults = {}, viewer = null, children } = props
  const [shared] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient({ defaultOptions: defaults }),
  }))
  return (
    <QueryClientProvider client={shared.queries}>
      <IslandContext value={{ api: shared.api, timeZone: settings.timeZone, viewer }}>
        <SendsContext value={settings}>
          {typeof children === 'function' ? children(shared.api, shared.queries) : children}
        </SendsContext>
      </IslandContext>
      <Notifications />
    </QueryClientProvider>
  )
}
