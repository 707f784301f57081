import { type ScreenIslandProps, SignedInIsland } from '../session/SignedInIsland.tsx'
import { AvailabilityScreen } from './AvailabilityScreen.tsx'

export function AvailabilityApp({ settings, search, api: given }: ScreenIslandProps) {
  return (
    <SignedInIsland settings={settings} api={given}>
      {(api) => <AvailabilityScreen {...{ api, settings, search }} />}
    </SignedInIsland>
  )
}
