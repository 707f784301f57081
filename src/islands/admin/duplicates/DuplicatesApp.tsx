import '../../ui/form/zod-without-eval.ts'
import { useState } from 'react'
import { type OpenProgress, progressChannel } from '../../progress/progress-channel.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { DuplicatesScreen } from './DuplicatesScreen.tsx'

type DuplicatesAppProps = ScreenIslandProps & {
  /** Where it is not that of the site. */
  openProgress?: OpenProgress
}

export function DuplicatesApp({ settings, search, ...injected }: DuplicatesAppProps) {
  const { timeZone, webSocketBase } = settings
  const [openProgress] = useState(() => injected.openProgress ?? progressChannel(webSocketBase))
  return (
    <SignedInIsland settings={settings} api={injected.api}>
      {(api) => <DuplicatesScreen {...{ api, openProgress, timeZone, search }} />}
    </SignedInIsland>
  )
}
