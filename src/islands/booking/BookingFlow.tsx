import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isOffline } from '#lib/api/is-offline.ts'
import { formatDuration } from '#lib/format-date-time.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import type { BookingAppProps } from './BookingApp.tsx'
import { type BookingDeps, requestedMonday } from './booking.actors.ts'
import { headings, type Screen, screenOf, spokenStatus } from './booking-steps.ts'
import { ChooseStep } from './choose/ChooseStep.tsx'
import { SlotSkeleton } from './choose/SlotSkeleton.tsx'
import { LatePart } from './LatePart.tsx'
import { StepHeading } from './StepHeading.tsx'
import type { StepProps } from './step-props.ts'
import { useBookingActor } from './use-booking-actor.ts'
import { useStepHistory } from './use-step-history.ts'
import { useViewerNews } from './use-viewer-news.ts'

const loadLaterSteps = () => import('./LaterSteps.tsx')
const LaterSteps = lazy(loadLaterSteps)
const BookedStep = lazy(() => import('./confirm/BookedStep.tsx'))

/** Shows the screen of the state the flow is in. */
export function BookingFlow(props: BookingAppProps & { deps: BookingDeps }) {
  const { deps, settings, serviceName, durationMinutes } = props
  const [start] = useState(() => ({
    week: realDate(props.week),
    day: realDate(new URLSearchParams(globalThis.location?.search).get('day')),
    site: props.site,
    viewer: props.viewer,
  }))
  const { actor, snapshot } = useBookingActor(deps, start)
  useViewerNews(actor, snapshot)
  const thisWeek = requestedMonday(null, settings.timeZone)
  useStepHistory(actor, snapshot, thisWeek)
  const screen = screenOf(snapshot)
  const isHolding = snapshot.matches('holdingSlot')
  useEffect(() => {
    // The form arrives while the time is being held; where it does not, the step itself says so.
    // Not without a network: some browsers keep a failed import, and never ask for it again.
    if (isHolding && !isOffline()) loadLaterSteps().catch(() => undefined)
  }, [isHolding])
  const heading = useLast(headings[screen], headings.choose ?? '')
  const step: StepProps = {
    actor,
    snapshot,
    deps,
    settings,
    screen,
    service: { name: serviceName, duration: durationMinutes },
    prebookingInfo: props.prebookingInfo ?? '',
    addresses: props.addresses ?? {},
  }
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="visually-hidden">
        {spokenStatus(snapshot)}
      </p>
      {screen !== 'booked' && (
        <StepHeading
          heading={heading}
          caption={`${serviceName}, ${formatDuration(durationMinutes)}`}
          productName={settings.productName}
          isInterrupted={isInterrupted(screen, snapshot.context.notice !== null)}
        />
      )}
      <LatePart>
        <Suspense fallback={<Loading label="Loading" />}>
          <ScreenOf {...step} />
        </Suspense>
      </LatePart>
    </div>
  )
}

function ScreenOf(step: StepProps) {
  if (step.screen === 'starting') return <SlotSkeleton />
  if (step.screen === 'choose') return <ChooseStep {...step} />
  if (step.screen === 'booked') return <BookedStep {...step} />
  return <LaterSteps {...step} />
}

/** These screens are notices that take the focus. */
function isInterrupted(screen: Screen, hasNotice: boolean): boolean {
  return (
    ['asking', 'warned', 'expired', 'refused', 'signedOut'].includes(screen) ||
    (screen === 'choose' && hasNotice)
  )
}

/** The value, or the last one there was. */
function useLast<T>(value: T | null, first: T): T {
  const last = useRef(first)
  if (value !== null) last.current = value
  return last.current
}

function realDate(text: string | null): string | null {
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDate && !Number.isNaN(Date.parse(text)) ? text : null
}
