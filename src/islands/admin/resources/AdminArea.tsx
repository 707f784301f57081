import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import type { ScreenRights } from './admin-screen.ts'
import { ResourceScreen } from './ResourceScreen.tsx'
import { screenNamed } from './screens.ts'

type AdminAreaProps = ScreenIslandProps & {
  name: string
  rights: ScreenRights
}

export function AdminArea({ settings, name, rights, search, api: injected }: AdminAreaProps) {
  const screen = screenNamed(name)
  if (!screen) return null
  return (
    <SignedInIsland settings={settings} api={injected}>
      <ResourceScreen {...{ settings, screen, rights, search }} />
    </SignedInIsland>
  )
}
