import '../../ui/form/zod-without-eval.ts'
import { useState } from 'react'
import type { Viewer } from '#lib/contract/identity.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { type OpenChannel, scheduleChannel } from '../../schedule/schedule-channel.ts'
import { WaitingListScreen } from './WaitingListScreen.tsx'

type WaitingListAppProps = ScreenIslandProps & {
  viewer: Viewer
  openChannel?: OpenChannel
}

export function WaitingListApp({ settings, viewer, search, ...injected }: WaitingListAppProps) {
  const { webSocketBase } = settings
  const [openChannel] = useState(() => injected.openChannel ?? scheduleChannel(webSocketBase))
  return (
    <SignedInIsland settings={settings} api={injected.api} viewer={viewer}>
      <WaitingListScreen {...{ openChannel, search }} />
    </SignedInIsland>
  )
}
