import '../ui/form/zod-without-eval.ts'
import { useState } from 'react'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { NothingToSee } from '../reporting/appointments/NothingToSee.tsx'
import { type OpenChannel, scheduleChannel } from '../schedule/schedule-channel.ts'
import { NeedAttentionScreen } from './NeedAttentionScreen.tsx'

type NeedAttentionAppProps = ScreenIslandProps & {
  viewer: Viewer
  openChannel?: OpenChannel
}

export function NeedAttentionApp({ settings, viewer, search, ...injected }: NeedAttentionAppProps) {
  const { webSocketBase } = settings
  const [openChannel] = useState(() => injected.openChannel ?? scheduleChannel(webSocketBase))
  const scopeRights = {
    staffId: viewer.staff_id,
    mayChoose: can(viewer, 'schedule.see'),
  }
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected.api} viewer={viewer}>
      <NeedAttentionScreen {...{ openChannel, search, scopeRights }} />
    </SignedInIsland>
  )
}
