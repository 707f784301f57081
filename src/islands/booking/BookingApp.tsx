import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { Component, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ActorRefFrom, InputFrom, SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { isOffline } from '#lib/api/is-offline.ts'
import { formatDuration } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { ChosenSlot } from '#machines/booking/booking.types.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import { sessionApi } from '../identity/api.ts'
import { listen } from '../identity/tab-channel.ts'
import { storeAccessToken } from '../own-appointments/appointment/access-token.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { loadCheckout, requestedMonday, slotChoiceWithActors } from './booking.actors.ts'
import type { BookingDeps } from './booking-deps.ts'
import { createDraftStorage, type DraftStorage } from './booking-draft.ts'
import { headings, type Screen } from './booking-steps.ts'
import { bookingView } from './booking-view.ts'
import { ChooseStep } from './choose/ChooseStep.tsx'
import { RefusedNotice } from './choose/notices.tsx'
import { SlotSkeleton } from './choose/SlotSkeleton.tsx'
import { serverClock } from './choose/server-clock.ts'
import { bookedChannel } from './confirm/booked-channel.ts'
import { guestSession } from './details/guest-session.ts'
import type { SiteAddresses } from './format-slot-place.ts'
import {
  BookingContext,
  type BookingData,
  type BookingEvent,
  type OpenBooking,
} from './use-booking.ts'
import { useStepHistory } from './use-step-history.ts'

const LaterSteps = lateComponent(
  () => import('./LaterSteps.tsx').then((part) => part.default),
  <Loading label="Loading" />,
)

const BookedStep = lateComponent(
  () => import('./confirm/BookedStep.tsx').then((part) => part.default),
  <Loading label="Loading" />,
)

type BookingAppProps = {
  slug: string
  serviceName: string
  durationMinutes: number
  prebookingInfo?: string
  price?: string
  serviceKey: string | null
  site: string | null
  addresses?: SiteAddresses
  week: string | null
  day: string | null
  /** The time that was pressed on the page before. */
  pressed: ChosenSlot | null
  viewer: string | null
  settings: PublicSettings
  api?: ApiClient
}

export function BookingApp(props: BookingAppProps) {
  const [deps] = useState(() => toDeps(props))
  return (
    <QueryClientProvider client={deps.queries}>
      <BookingFlow {...props} deps={deps} />
    </QueryClientProvider>
  )
}

function toDeps({
  slug,
  serviceKey,
  durationMinutes,
  settings,
  api,
}: BookingAppProps): BookingDeps {
  const clock = serverClock()
  return {
    api: api ?? sessionApi(settings, clock.send),
    clock,
    queries: new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } }),
    drafts: createDraftStorage(slug),
    session: guestSession(),
    slug,
    key: serviceKey,
    timeZone: settings.timeZone,
    durationMinutes,
  }
}

function BookingFlow(props: BookingAppProps & { deps: BookingDeps }) {
  const { deps, settings, serviceName, durationMinutes } = props
  const [start] = useState(() => ({
    week: props.week,
    day: props.day,
    site: props.site,
    pressed: props.pressed,
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
    for (const load of [LaterSteps.load, loadCheckout]) load().catch(() => undefined)
  }, [isHolding])
  const isOthers = screen === 'details' && data.draft.isForOther
  const heading = useLast(isOthers ? 'Their details' : headings[screen], headings.choose ?? '')
  const page = {
    deps,
    settings,
    service: { name: serviceName, duration: durationMinutes },
    prebookingInfo: props.prebookingInfo ?? '',
    price: props.price,
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
        <BookingContext value={{ ...booking, page }}>
          <BookingScreen screen={screen} />
        </BookingContext>
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

function useBookingFlow(deps: BookingDeps, input: InputFrom<typeof slotChoiceMachine>) {
  const { draft, onHoldGone } = deps.drafts
  const [machine] = useState(() => slotChoiceWithActors(deps))
  const actor = useActorRef(machine, { input }, (snapshot) => storeProgress(draft, snapshot))
  const [{ can, send }] = useState(() => ({
    can: (event: BookingEvent) => findReceiver(actor, event) !== undefined,
    send: (event: BookingEvent) =>
      event.type === 'draft.changed' || event.type === 'details.typed'
        ? draft.send(event)
        : findReceiver(actor, event)?.send(event),
  }))
  const view = bookingView(useWholeSnapshot(actor))
  const draftContext = useSelector(draft, (state) => state.context)
  useEffect(() => {
    const restored = () => send({ type: 'connection.restored' })
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [send])
  useEffect(
    () =>
      bookedChannel.listen(({ appointmentId, accessToken, holdToken }) => {
        if (accessToken) storeAccessToken(appointmentId, accessToken)
        send({ type: 'booked.elsewhere', appointmentId, holdToken })
      }),
    [send],
  )
  useEffect(() => onHoldGone(() => send({ type: 'hold.lapsed' })), [send, onHoldGone])
  const data = { ...view.data, draft: draftContext }
  const booking: OpenBooking = { screen: view.screen, data, can, send }
  return { booking, step: view.step, status: view.status }
}

function useWholeSnapshot(actor: ActorRefFrom<typeof slotChoiceMachine>) {
  const snapshot = useSelector(actor, (state) => state)
  useSelector(snapshot.children.weekChoice, (state) => state)
  const parts = useSelector(snapshot.children.checkout, (state) => state)?.children
  useSelector(parts?.guestBooking, (state) => state)
  useSelector(parts?.bookingSubmission, (state) => state)
  useSelector(parts?.holdRenewal, (state) => state)
  return snapshot
}

type EventReceiver = {
  getSnapshot: () => { can: (event: BookingEvent) => boolean }
  send: (event: BookingEvent) => void
}

function findReceiver(actor: ActorRefFrom<typeof slotChoiceMachine>, event: BookingEvent) {
  const { weekChoice, checkout } = actor.getSnapshot().children
  const parts = checkout?.getSnapshot().children
  const receivers = [
    actor,
    weekChoice,
    checkout,
    parts?.guestBooking,
    parts?.bookingSubmission,
    parts?.holdRenewal,
  ]
  return (receivers as (EventReceiver | undefined)[]).find((receiver) =>
    receiver?.getSnapshot().can(event),
  )
}

function storeProgress(
  draft: DraftStorage['draft'],
  snapshot: SnapshotFrom<typeof slotChoiceMachine>,
) {
  const change = (changes: Partial<BookingData['draft']>) =>
    draft.send({ type: 'draft.changed', changes })
  const { value, context, children } = snapshot
  if (snapshot.status === 'done') return draft.send({ type: 'draft.wiped' })
  if (['resuming', 'askingToContinue', 'releasing', 'checkingHold'].includes(value)) return
  const { chosen, hold } = context
  const { attempt, guest } = children.checkout?.getSnapshot().context ?? context.started
  const unanswered = { attempt, guest: attempt && guest }
  if (value === 'signedOut') return change({ ...unanswered, ...(!hold && { step: 'choose' }) })
  return change({
    step: bookingView(snapshot).draftStep,
    chosen,
    hold: hold && { id: hold.id, token: hold.token, expiresAt: hold.expiresAt },
    acceptedId: context.started.acceptedId,
    ...unanswered,
  })
}
