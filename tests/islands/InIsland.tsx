import type { ReactNode } from 'react'
import { IslandContext, type IslandViewer } from '#islands/identity/island-context.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { fakeApi } from './fake-api.ts'

type InIslandProps = {
  api?: ApiClient
  timeZone?: string
  viewer?: Partial<IslandViewer> | null
  children: ReactNode
}

/** What an island gives to all its parts. */
export function InIsland(props: InIslandProps) {
  const { api = fakeApi().client, timeZone = 'Europe/London', viewer = null, children } = props
  return (
    <IslandContext value={{ api, timeZone, viewer: viewer as IslandViewer | null }}>
      {children}
    </IslandContext>
  )
}
