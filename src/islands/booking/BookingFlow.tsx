import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { isOffline } from '#lib/api/is-offline.ts'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { loadCheckout, requestedMonday } from './booking.actors.ts'
import type { BookingDeps } from './booking-deps.ts'
import { headings, type Screen } from './booking-steps.ts'
import { ChooseStep } from './choose/ChooseStep.tsx'
import { SlotSkeleton } from './choose/SlotSkeleton.tsx'
import type { SiteAddresses } from './format-slot-place.ts'
import { LatePart, MissingPart } from './LatePart.tsx'
import { StepHeading } from './StepHeading.tsx'
import { BookingContext } from './use-booking.ts'
import { useBookingFlow } from './use-booking-flow.ts'
import { useStepHistory } from './use-step-history.ts'
import { useViewerChanges } from './use-viewer-changes.ts'

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
