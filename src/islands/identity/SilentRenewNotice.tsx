import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { ActorRefFrom } from 'xstate'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { notify } from '../ui/feedback/notify.ts'

type SilentRenew = ActorRefFrom<typeof silentRenewMachine>

/**
 * Shows above the page what a silent renewal that did not work asks of the person.
 * @returns what takes it away
 */
export function showSilentRenewNotice(actor: SilentRenew, settings: PublicSettings): () => void {
  const place = document.createElement('div')
  // It moves the page down rather than cover what has the focus.
  place.className = 'sticky top-0 z-45 print:hidden'
  // Only the skip link comes before it on the way through the page.
  const skipLink = document.querySelector('.skip-link')
  if (skipLink) skipLink.after(place)
  else document.body.prepend(place)
  const root = createRoot(place)
  root.render(<SilentRenewNotice actor={actor} settings={settings} />)
  return () => {
    root.unmount()
    place.remove()
  }
}

type Props = { actor: SilentRenew; settings: PublicSettings }

function SilentRenewNotice({ actor, settings }: Props) {
  const offer = useSelector(actor, (snapshot) => {
    if (snapshot.matches('reloadOffered')) return 'reload'
    return snapshot.matches('signInOffered') ? (snapshot.context.refusal ?? 'anonymous') : null
  })
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  useEffect(() => {
    if (!hasFailed) return
    notify('We could not keep you signed in. Save your work.', { kind: 'warning' })
  }, [hasFailed])
  return (
    <>
      {offer && (
        <div role="alert" className="border-b-2 border-warn bg-warn-soft">
          <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <p className="flex-1 basis-64 font-semibold">{TEXTS[offer]}</p>
            <div className="flex flex-wrap gap-1">
              {offer === 'reload' && (
                <Button
                  look="secondary"
                  small
                  onClick={() => actor.send({ type: 'offer.accepted' })}
                >
                  Load the page again
                </Button>
              )}
              {offer === 'anonymous' && (
                <SessionLink command="sign-in" href={`${settings.apiBase}/private/login-callback/`}>
                  Sign in
                </SessionLink>
              )}
              {/* Who is signed in here would be let through to the provider as somebody else. */}
              {offer === 'anotherSubject' && (
                <SessionLink command="sign-out" href={`${settings.apiBase}/private/logout`}>
                  Sign out
                </SessionLink>
              )}
              <Button look="quiet" small onClick={() => actor.send({ type: 'offer.dismissed' })}>
                Dismiss
              </Button>
            </div>
          </div>
        </div>
      )}
      <Notifications />
    </>
  )
}

const TEXTS = {
  reload:
    'We could not keep you signed in. Save or send what you have entered, then load the page again.',
  anonymous: 'You have been signed out. Sign in again to continue.',
  anotherSubject: 'Somebody else has signed in on this browser. Sign out here, then sign in again.',
}

type SessionLinkProps = { command: 'sign-in' | 'sign-out'; href: string; children: string }

function SessionLink({ command, href, children }: SessionLinkProps) {
  return (
    <a data-session={command} className="button button-secondary button-small" href={href}>
      {children}
    </a>
  )
}
