import '../ui/form/zod-without-eval.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { DuplicatesScreen } from './DuplicatesScreen.tsx'

export function DuplicatesApp({ settings, search, api: injected }: ScreenIslandProps) {
  const { timeZone } = settings
  return (
    <SignedInIsland settings={settings} api={injected}>
      {(api) => <DuplicatesScreen {...{ api, timeZone, search }} />}
    </SignedInIsland>
  )
}
