import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { AvailabilityScreen } from './AvailabilityScreen.tsx'

export function AvailabilityApp({ settings, search, api: injected }: ScreenIslandProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      <AvailabilityScreen search={search} />
    </SignedInIsland>
  )
}
