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
  api?: ApiClient | undefined
}

/** Its state is in the query of the address. */
export type ScreenIslandProps = IslandProps & {
  search: string
}

type SignedInIslandProps = IslandProps & {
  defaults?: DefaultOptions
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
