import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { tokenInAddress } from '../../own-appointments/appointment/token-in-address.ts'
import { PageHeading } from '../../own-appointments/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { waitingListCalls } from '../waiting-list-calls.ts'
import { PlaceList, usePlaces } from './OwnPlaces.tsx'

type WaitingListPageProps = IslandProps & { isSignedIn: boolean }

/** Opening the page changes nothing. */
export function WaitingListPage({ settings, api, isSignedIn }: WaitingListPageProps) {
  useEffect(() => {
    // Another link pasted into the open page changes nothing but the fragment.
    const changed = () => {
      if (tokenInAddress()) location.reload()
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return (
    <SignedInIsland settings={settings} api={api}>
      {(by) => <OpenPage api={by} settings={settings} isSignedIn={isSignedIn} />}
    </SignedInIsland>
  )
}

function OpenPage({
  api,
  settings,
  isSignedIn,
}: Omit<WaitingListPageProps, 'api'> & { api: ApiClient }) {
  const [calls] = useState(() => waitingListCalls(api, tokenInAddress))
  const query = usePlaces(calls)
  const isByLink = useSyncExternalStore(neverChanges, hasToken, () => false)
  const isUnknown = query.error instanceof ApiError && query.error.status === 401
  const entries = query.data?.results ?? []
  const heading = isUnknown ? 'We could not find your place' : 'Your place on the waiting list'
  return (
    <div className="flex flex-col gap-6">
      <PageHeading text={heading} productName={settings.productName} />
      {isUnknown ? (
        <Unknown isByLink={isByLink} isSignedIn={isSignedIn} />
      ) : (
        <Found query={query}>
          <PlaceList
            entries={entries}
            calls={calls}
            settings={settings}
            appointmentHref={isByLink ? null : (id) => `/user/appointments?appointment=${id}`}
          />
        </Found>
      )}
    </div>
  )
}

const neverChanges = () => () => undefined
const hasToken = () => tokenInAddress() !== null

function Found({ query, children }: { query: ReturnType<typeof usePlaces>; children: ReactNode }) {
  if (query.isPending) return <Loading label="Looking up your place" />
  if (!query.data) {
    return (
      <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not look up your place. Check your connection and try again.</p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </section>
    )
  }
  if (query.data.results.length > 0) return children
  return (
    <p>
      You are not on a waiting list. Where no time suits you, you can join one when you{' '}
      <a className="link" href="/services">
        book a service
      </a>
      .
    </p>
  )
}

function Unknown({ isByLink, isSignedIn }: { isByLink: boolean; isSignedIn: boolean }) {
  if (isByLink) {
    return (
      <p>
        The link may be incomplete or no longer valid. Open it from your message again, or{' '}
        <a className="link" href="/contact">
          contact a branch
        </a>
        .
      </p>
    )
  }
  const href = `/login?${new URLSearchParams({ redirect: '/waiting-list' })}`
  return (
    <p>
      {isSignedIn ? 'You are no longer signed in. ' : ''}
      <a className="link" href={href} data-session="sign-in">
        Sign in
      </a>{' '}
      to see it, or open the link in the message that we sent you.
    </p>
  )
}
