import { Notifications } from '../ui/feedback/Notifications.tsx'
import { SignInDialogs } from './SignInDialogs.tsx'
import { SignOutDialogs } from './SignOutDialogs.tsx'
import type { SessionFlow } from './session-flow.ts'

export function SessionDialogs({ flow }: { flow: SessionFlow }) {
  return (
    <>
      <SignInDialogs login={flow.login} />
      <SignOutDialogs logout={flow.logout} />
      <Notifications />
    </>
  )
}
