import { createContext, useContext } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'

export type IslandViewer = Pick<Viewer, 'permissions' | 'staff_id'>

type Island = {
  api: ApiClient
  timeZone: string
  viewer: IslandViewer | null
}

export const IslandContext = createContext<Island | null>(null)

function useIsland(): Island {
  const island = useContext(IslandContext)
  if (!island) throw new Error('There is no island around this')
  return island
}

export const useApi = (): ApiClient => useIsland().api

export const useTimeZone = (): string => useIsland().timeZone

export function useViewer(): IslandViewer {
  const { viewer } = useIsland()
  if (!viewer) throw new Error('This island does not know its viewer')
  return viewer
}
