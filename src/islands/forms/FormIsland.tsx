import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { givenToken } from '../booking/manage/token-in-address.ts'
import { sessionApi } from '../session/api.ts'
import { type FormCalls, formCalls } from './form-calls.ts'

export type FormIslandProps = {
  /** Of what the page shows. */
  id: number
  audience: FormAudience
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
  /** The browser's, unless a test looks where it goes. */
  navigation?: Pick<Location, 'assign' | 'replace'>
}

/** What every page about forms needs: the calls of its audience. A guest's link is in the address. */
export function FormIsland(props: FormIslandProps & { children: (calls: FormCalls) => ReactNode }) {
  const { audience, settings, api, navigation, children } = props
  const [{ calls, queries }] = useState(() => ({
    calls: formCalls(api ?? sessionApi(settings), audience, givenToken, navigation ?? location),
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }))
  return (
    <QueryClientProvider client={queries}>
      <div className="flex flex-col gap-6">{children(calls)}</div>
    </QueryClientProvider>
  )
}
