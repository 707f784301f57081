import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { isOffline } from '#lib/api/is-offline.ts'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { listen } from '../identity/tab-channel.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { loadCheckout, requestedMonday } from './booking.actors.ts'
import type { BookingDeps } from './booking-deps.ts'
import { headings, type Screen } from './booking-steps.ts'
import { ChooseStep } from './choose/ChooseStep.tsx'
import { RefusedNotice } from './choose/notices.tsx'
import { SlotSkeleton } from './choose/SlotSkeleton.tsx'
import type { SiteAddresses } from './format-slot-place.ts'
import { BookingContext, type OpenBooking } from './use-booking.ts'
import { useBookingFlow } from './use-booking-flow.ts'
import { useStepHistory } from './use-step-history.ts'

type LatePartProps = { children: ReactNode }

/** Reloads the page where a part that is fetched later does not arrive. */
export class LatePart extends Component<LatePartProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError() {
    return { isMissing: true }
  }

  override render() {
    return this.state.isMissing ? <MissingPart /> : this.props.children
  }
}

/** It is announced as well, because the heading of a step that has just started has the focus. */
const MissingPart = () => (
  <div role="alert">
    <RefusedNotice
      heading="This part of the page could not be loaded"
      reason="Anything you entered is kept."
      actions={[{ label: 'Load the page again', onSelect: () => location.reload() }]}
    />
  </div>
)

export type BookingAppProps = {
  slug: string
  serviceName: string
  durationMinutes: number
  prebookingInfo?: string
  serviceKey: string | null
  site: string | null
  addresses?: SiteAddresses
  week: string | null
  viewer: string | null
  settings: PublicSettings
  api?: ApiClient
}

const loadLaterSteps = () => import('./LaterSteps.tsx')
const LaterSteps = lazy(loadLaterSteps)
const BookedStep = lazy(() => import('./confirm/BookedStep.tsx'))

export function BookingFlow(props: BookingAppProps & { deps: BookingDeps }) {
  const { deps, settings, serviceName, durationMinutes } = props
  const [start] = useState(() => ({
    week: realDate(props.week),
    day: realDate(new URLSearchParams(globalThis.location?.search).get('day')),
    site: props.site,
    viewer: deps.drafts.isForOther() ? null : props.viewer,
  }))
  const { booking, step, status } = useBookingFlow(deps, start)
  const { screen, data } = booking
  useViewerChanges(booking)
  const thisWeek = requestedMonday(null, settings.timeZone)
  useStepHistory(booking, step, thisWeek)
  const { isHolding } = data
  useEffect(() => {
    // The steps arrive while the time is being held; where they do not, they say so themselves.
    // They are not fetched without a network, because some browsers remember a failed import and
    // never ask for it again.
    if (!isHolding || isOffline()) return
    for (const load of [loadLaterSteps, loadCheckout]) load().catch(() => undefined)
  }, [isHolding])
  const isOthers = screen === 'details' && data.draft.isForOther
  const heading = useLast(isOthers ? 'Their details' : headings[screen], headings.choose ?? '')
  const page = {
    deps,
    settings,
    service: { name: serviceName, duration: durationMinutes },
    prebookingInfo: props.prebookingInfo ?? '',
    addresses: props.addresses ?? {},
    viewer: props.viewer,
  }
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="visually-hidden">
        {status}
      </p>
      {screen !== 'booked' && (
        <StepHeading
          heading={heading}
          caption={`${serviceName}, ${formatDuration(durationMinutes)}`}
          productName={settings.productName}
          isInterrupted={isInterrupted(screen, data.notice !== null)}
        />
      )}
      <LatePart>
        <Suspense fallback={<Loading label="Loading" />}>
          <BookingContext value={{ ...booking, page }}>
            <BookingScreen screen={screen} />
          </BookingContext>
        </Suspense>
      </LatePart>
    </div>
  )
}

function BookingScreen({ screen }: { screen: Screen }) {
  if (screen === 'starting') return <SlotSkeleton />
  if (screen === 'choose') return <ChooseStep />
  if (screen === 'missing') return <MissingPart />
  if (screen === 'booked') return <BookedStep />
  return <LaterSteps />
}

function isInterrupted(screen: Screen, hasNotice: boolean): boolean {
  return (
    ['asking', 'warned', 'missing', 'expired', 'refused', 'signedOut'].includes(screen) ||
    (screen === 'choose' && hasNotice)
  )
}

function useLast<T>(value: T | null, first: T): T {
  const last = useRef(first)
  if (value !== null) last.current = value
  return last.current
}

function realDate(text: string | null): string | null {
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDate && !Number.isNaN(Date.parse(text)) ? text : null
}

type StepHeadingProps = {
  heading: string
  caption: string
  productName: string
  isInterrupted: boolean
}

function StepHeading({ heading, caption, productName, isInterrupted }: StepHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null)
  const shown = useRef(heading)
  useEffect(() => {
    document.title = `${productName} – ${heading} – ${caption}`
    if (shown.current === heading) return
    shown.current = heading
    if (!isInterrupted) element.current?.focus()
  }, [heading, caption, productName, isInterrupted])
  return (
    <div>
      <p className="text-ink-soft">{caption}</p>
      <h1 ref={element} id="booking-step" tabIndex={-1} className="heading-1 scroll-mt-12">
        {heading}
      </h1>
    </div>
  )
}

/** Tells the flow who signs in or out, here or in another tab, as soon as it can hear it. */
function useViewerChanges({ screen, data, can, send }: OpenBooking) {
  const [heard, setHeard] = useState<{ viewer: string | null } | null>(null)
  useEffect(
    () =>
      listen((message) =>
        setHeard({ viewer: message.type === 'signed-in' ? message.person : null }),
      ),
    [],
  )
  useEffect(() => {
    if (!heard) return
    if (data.draft.isForOther) return setHeard(null)
    const { viewer } = heard
    const isSignedOut = screen === 'signedOut'
    const isChanged = viewer !== data.viewer ? !(isSignedOut && viewer === null) : isSignedOut
    const event =
      viewer === null
        ? { type: 'viewer.left' as const }
        : { type: 'viewer.changed' as const, viewer }
    if (isChanged && !can(event)) return
    setHeard(null)
    if (isChanged) send(event)
  }, [heard, screen, data, can, send])
}
