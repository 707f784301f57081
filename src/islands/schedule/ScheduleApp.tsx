import '../ui/form/zod-without-eval.ts'
import { useState } from 'react'
import type { Viewer } from '#lib/contract/identity.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { ScheduleScreen } from './ScheduleScreen.tsx'
import { type OpenChannel, scheduleChannel } from './schedule-channel.ts'

export type ScheduleAppProps = ScreenIslandProps & {
  viewer: Viewer
  path: string
  today: string
  openChannel?: OpenChannel
}

export function ScheduleApp({ api: injected, ...props }: ScheduleAppProps) {
  const { settings } = props
  const [openChannel] = useState(() => props.openChannel ?? scheduleChannel(settings.webSocketBase))
  return (
    <SignedInIsland settings={settings} api={injected} viewer={props.viewer}>
      <ScheduleScreen {...props} openChannel={openChannel} />
    </SignedInIsland>
  )
}
