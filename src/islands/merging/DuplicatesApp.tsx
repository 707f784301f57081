import '../ui/form/zod-without-eval.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { DuplicatesScreen } from './DuplicatesScreen.tsx'

export function DuplicatesApp({ settings, search, api: injected }: ScreenIslandProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      <DuplicatesScreen search={search} />
    </SignedInIsland>
  )
}
