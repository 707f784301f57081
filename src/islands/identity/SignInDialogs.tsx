import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { loginMachine } from '#machines/identity/login.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { Choices } from './Choices.tsx'

type Login = ActorRefFrom<typeof loginMachine>

const ReleaseNotes = lateComponent(
  async () => (await import('../release-notes/ReleaseNotes.tsx')).ReleaseNotes,
)

export function SignInDialogs({ login }: { login: Login }) {
  const snapshot = useSelector(login, (state) => state)
  const dialog = findDialog(snapshot)
  const { send } = login
  const { started } = snapshot.context
  const isInterrupted = started === 'interrupted' || started === 'again'
  const warning = isInterrupted && !keepsAnswers() ? LEAVING : undefined
  const fullPage = (
    <Button look="secondary" onClick={() => send({ type: 'fullPage.chosen' })}>
      Sign in on this page
    </Button>
  )
  return (
    <>
      <Dialog
        open={dialog !== null}
        title={dialog ? TITLES[dialog] : ''}
        busy={dialog === 'signingIn'}
        onClose={() => send({ type: 'signIn.declined' })}
      >
        {dialog === 'waiting' && (
          <Choices text="Sign in using the window that has opened. This page will then continue automatically.">
            <Button onClick={() => send({ type: 'popup.requested' })}>Show the window</Button>
            {fullPage}
          </Choices>
        )}
        {dialog === 'signingIn' && <Loading label="Checking your sign-in" />}
        {dialog === 'needed' && (
          <Choices
            text={
              started === 'again'
                ? AGAIN
                : 'You are no longer signed in. Everything you entered is still here. Sign in, then try again.'
            }
            warning={warning}
          >
            <Button onClick={() => send({ type: 'signIn.chosen' })}>Sign in</Button>
            {fullPage}
          </Choices>
        )}
        {dialog === 'blocked' && (
          <Choices
            text="Your browser blocked the sign-in window. Try again, or sign in on this page. We will then bring you back here."
            warning={warning}
          >
            <Button onClick={() => send({ type: 'signIn.chosen' })}>Try again</Button>
            {fullPage}
          </Choices>
        )}
        {dialog === 'failed' && (
          <Choices text="We could not reach the service, so we do not know whether you are signed in.">
            <Button onClick={() => send({ type: 'check.retried' })}>Try again</Button>
          </Choices>
        )}
      </Dialog>
      {snapshot.matches('showingReleaseNotes') && (
        <ReleaseNotes isRequested={false} onOver={() => send({ type: 'releaseNotes.closed' })} />
      )}
    </>
  )
}

/** The page stores what is typed on it, and has it again after signing in. */
const keepsAnswers = () => document.querySelector('[data-keeps-answers]') !== null

const AGAIN =
  'You signed in a while ago, and this step needs a recent sign-in. Everything you entered is still here. Sign in again, then repeat the step.'

const LEAVING = 'If you sign in on this page, you may lose what you have entered.'

const TITLES = {
  waiting: 'Sign in',
  signingIn: 'Signing you in',
  needed: 'Sign in to continue',
  blocked: 'The window did not open',
  failed: 'We could not finish signing you in',
}

/** Whoever has just loaded the page, or looks at another tab, is not interrupted. */
function findDialog(snapshot: SnapshotFrom<typeof loginMachine>): keyof typeof TITLES | null {
  const { started } = snapshot.context
  if (snapshot.matches('waiting')) return 'waiting'
  if (snapshot.matches('offering')) return 'needed'
  if (snapshot.matches('popupBlocked')) return 'blocked'
  if (started === 'arrived' || started === 'elsewhere') return null
  if (snapshot.matches('checkFailed')) return 'failed'
  const isSigningIn =
    snapshot.matches('checkingLogin') ||
    snapshot.matches('loadingUserDetails') ||
    snapshot.matches('followingRedirect')
  return isSigningIn ? 'signingIn' : null
}
