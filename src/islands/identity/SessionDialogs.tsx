import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { logoutMachine } from '#machines/identity/logout.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { Choices } from './Choices.tsx'
import { SignInDialogs } from './SignInDialogs.tsx'
import type { SessionFlow } from './session-flow.ts'

type Logout = ActorRefFrom<typeof logoutMachine>

export function SignOutDialogs({ logout }: { logout: Logout }) {
  const snapshot = useSelector(logout, (state) => state)
  const dialog = findDialog(snapshot)
  const { send } = logout
  const fullPage = (
    <Button look="secondary" onClick={() => send({ type: 'fullPage.chosen' })}>
      Sign out on this page
    </Button>
  )
  return (
    <Dialog
      open={dialog !== null}
      title={dialog ? TITLES[dialog] : ''}
      busy={!snapshot.can({ type: 'signOut.declined' })}
      onClose={() => send({ type: 'signOut.declined' })}
    >
      {dialog === 'waiting' && (
        <Choices text="Sign out using the window that has opened. This page will then continue automatically.">
          <Button onClick={() => send({ type: 'popup.requested' })}>Show the window</Button>
          {fullPage}
        </Choices>
      )}
      {dialog === 'signingOut' && <Loading label="Checking that you are signed out" />}
      {dialog === 'still' && (
        <Choices text="The window was closed before you were signed out.">
          <Button onClick={() => send({ type: 'signOut.requested' })}>Try again</Button>
          {fullPage}
        </Choices>
      )}
      {dialog === 'failed' && (
        <Choices text="We could not reach the service, so we do not know whether you are signed out.">
          <Button onClick={() => send({ type: 'check.retried' })}>Try again</Button>
          {fullPage}
        </Choices>
      )}
    </Dialog>
  )
}

const TITLES = {
  waiting: 'Sign out',
  signingOut: 'Signing you out',
  still: 'You are still signed in',
  failed: 'We could not finish signing you out',
}

function findDialog(snapshot: SnapshotFrom<typeof logoutMachine>): keyof typeof TITLES | null {
  if (snapshot.matches('waiting')) return 'waiting'
  if (snapshot.matches('stillSignedIn')) return 'still'
  if (snapshot.matches('checkFailed')) return 'failed'
  const isSigningOut =
    snapshot.matches('checkingLogout') ||
    snapshot.matches('forgetting') ||
    snapshot.matches('goingToStart')
  return isSigningOut ? 'signingOut' : null
}

export function SessionDialogs({ flow }: { flow: SessionFlow }) {
  return (
    <>
      <SignInDialogs login={flow.login} />
      <SignOutDialogs logout={flow.logout} />
      <Notifications />
    </>
  )
}
