import '../ui/form/zod-without-eval.ts'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Viewer } from '#lib/contract/identity.ts'
import type { Schedule } from '#lib/contract/schedule.ts'
import {
  formatDateRange,
  formatDateTime,
  formatPlainDate,
  formatTime,
  plainDateAt,
} from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { counted } from '#lib/text/format-number.ts'
import { APPOINTMENT_TOPIC } from '../appointments/undo.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import { type IslandViewer, useApi, useTimeZone, useViewer } from '../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { goTo, stayingLink, usePageAddress } from '../ui/table/page-address.ts'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { useAppointmentMove } from './grid/use-appointment-move.ts'
import { ScheduleToolbar } from './ScheduleToolbar.tsx'
import { loadScheduleGrid, ScheduleView } from './ScheduleView.tsx'
import {
  formatScheduleAddress,
  parseScheduleAddress,
  type ScheduleAddress,
  type SchedulePlace,
  shownPeriod,
} from './schedule-address.ts'
import { type OpenChannel, scheduleChannel } from './schedule-channel.ts'
import { type HoursBlock, layOut } from './schedule-layout.ts'
import { scheduleRights } from './schedule-rights.ts'
import type { Span } from './time-axis.ts'
import { type OwnChange, useLiveSchedule } from './use-live-schedule.ts'
import './schedule.css'

const AppointmentDialog = lateComponent(
  async () => (await import('../appointments/AppointmentDialog.tsx')).AppointmentDialog,
)

const AvailabilityDialog = lateComponent(
  async () => (await import('../availability/AvailabilityDialog.tsx')).AvailabilityDialog,
)

const BookAtTime = lateComponent(async () => (await import('./BookAtTime.tsx')).BookAtTime)

type ScheduleAppProps = ScreenIslandProps & {
  viewer: Viewer
  path: string
  today: string
  openChannel?: OpenChannel
}

export function ScheduleApp({ api: injected, ...props }: ScheduleAppProps) {
  const { settings } = props
  const [openChannel] = useState(() => props.openChannel ?? scheduleChannel(settings.webSocketBase))
  return (
    <SignedInIsland settings={settings} api={injected} viewer={props.viewer}>
      <ScheduleScreen {...props} openChannel={openChannel} />
    </SignedInIsland>
  )
}

type ScheduleScreenProps = {
  openChannel: OpenChannel
  settings: PublicSettings
  path: string
  search: string
  today: string
}

function ScheduleScreen(props: ScheduleScreenProps) {
  const api = useApi()
  const viewer = useViewer()
  const { openChannel, settings } = props
  const { timeZone } = settings
  const address = useSchedulePlace(props)
  const { place } = address
  const move = useAppointmentMove(api, timeZone, formatScheduleAddress(place))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isMoving = move.state !== 'idle' && move.state !== 'refused'
  const [isDrawing, setDrawing] = useState(false)
  const isHeld = isMoving || isDrawing || dialog !== null
  const live = useLiveSchedule({ api, openChannel, place, isHeld })
  const { shown, query } = live
  const ahead = shown?.clockAhead ?? 0
  const now = useNow(Math.abs(ahead) > 60_000 ? ahead : 0)
  const rights = scheduleRights(viewer, { place, timeZone, today: plainDateAt(now, timeZone) })
  const { isOfHours } = rights
  const layout = useMemo(() => shown && layOut(shown, now, isOfHours), [shown, now, isOfHours])
  const isNarrow = useIsNarrow()
  useEffect(() => {
    // Its script arrives while the day is being read.
    if (!isNarrow) loadScheduleGrid().catch(() => undefined)
  }, [isNarrow])
  const name = place.only === null ? '' : (shown?.columns[0]?.name ?? '')

  return (
    <div className="schedule">
      <div className="schedule-title">
        <h1 className="heading-2">{formatTitle(place, name, viewer)}</h1>
        <p role="status" className="font-semibold">
          {formatDate(place)}
        </p>
      </div>
      <ScheduleToolbar
        address={address}
        today={rights.today}
        sites={shown?.sites ?? []}
        isNarrow={isNarrow}
      />
      <Freshness live={live} now={now} />
      {!layout ? (
        <QueryStatus query={query} what="the schedule" loading="Loading the schedule" />
      ) : (
        <ScheduleView
          layout={layout}
          address={address}
          now={now}
          isNarrow={isNarrow}
          isStale={query.isPlaceholderData}
          rights={rights}
          move={move}
          onHours={(of) => setDialog({ kind: 'hours', of })}
          onOpen={(id) => setDialog({ kind: 'appointment', id })}
          onBook={(hours, at, drawn) => setDialog({ kind: 'booking', hours, at, drawn })}
          onDrawing={setDrawing}
        />
      )}
      <ScheduleDialogs
        shown={shown}
        open={dialog}
        onOwnChange={live.noteOwn}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}

const OLD_MS = 100_000

type FreshnessProps = {
  live: ReturnType<typeof useLiveSchedule>
  now: number
}

/** Says when what is shown is not what is: while somebody works on it, and while nothing arrives. */
function Freshness({ live, now }: FreshnessProps) {
  const timeZone = useTimeZone()
  const { query, waiting, release, isHeard } = live
  const { data, error, isFetching } = query
  const readAt = data ? Date.parse(data.read_at) : now
  const isOld = data !== undefined && (error !== null || now - readAt > OLD_MS)
  return (
    <div className="no-print" role="status">
      {waiting > 0 && (
        <p className="freshness">
          {counted(waiting, 'change')} not shown yet.{' '}
          <Button look="quiet" small onClick={release}>
            Show changes
          </Button>
        </p>
      )}
      {isOld ? (
        <p className="freshness freshness-old">
          We cannot update the schedule at the moment. This is how it was at{' '}
          {formatTime(readAt, timeZone)}.{' '}
          <Button look="quiet" small pending={isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        !isHeard &&
        data && (
          <p className="freshness">
            Connection lost. The schedule updates once a minute until it is back.
          </p>
        )
      )}
    </div>
  )
}

const TICK_MS = 20_000

/** @param ahead how far it is before the browser's, in milliseconds. */
function useNow(ahead: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, TICK_MS)
    // A page that was out of sight, or a machine that slept, has missed some.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now + ahead
}

function formatTitle(
  { action, by, only }: SchedulePlace,
  name: string,
  { staff_id }: IslandViewer,
): string {
  if (only === null) return by === 'staff' ? 'Schedule by clinician' : 'Schedule by room'
  const isOwn = by === 'staff' && only === staff_id
  if (action === 'your-availability') {
    return isOwn ? 'Your hours' : `Hours of ${name}`
  }
  if (action === 'your-schedule' && isOwn) return 'Your schedule'
  return name ? `Schedule of ${name}` : 'Schedule'
}

function formatDate(place: SchedulePlace): string {
  const { from, to } = shownPeriod(place)
  return place.span === 'week' ? formatDateRange(from, to) : formatPlainDate(from)
}

type OpenDialog =
  | { kind: 'appointment'; id: number }
  | { kind: 'hours'; of: EditedHours }
  | { kind: 'booking'; hours: HoursBlock; at: number; drawn?: Span | undefined }

type ScheduleDialogsProps = {
  shown: Schedule | undefined
  open: OpenDialog | null
  onOwnChange: (change: OwnChange) => void
  onClose: () => void
}

function ScheduleDialogs(props: ScheduleDialogsProps) {
  const timeZone = useTimeZone()
  const { shown, open, onOwnChange, onClose } = props
  const queries = useQueryClient()
  const readAgain = (own: OwnChange) => {
    onOwnChange(own)
    void queries.invalidateQueries({ queryKey: ['schedule'] })
  }
  if (open?.kind === 'booking' && shown) {
    return (
      <BookAtTime
        schedule={shown}
        hours={open.hours}
        at={open.at}
        drawn={open.drawn}
        onBooked={(booked) => {
          const { patient, start } = booked
          notify(`Booked ${patient.full_name} for ${formatDateTime(start, timeZone)}`, {
            topic: APPOINTMENT_TOPIC,
          })
          readAgain(booked)
        }}
        onClose={onClose}
      />
    )
  }
  if (open?.kind === 'appointment') {
    return <AppointmentDialog id={open.id} onChanged={readAgain} onClose={onClose} />
  }
  if (open?.kind === 'hours') {
    return (
      <AvailabilityDialog
        of={open.of}
        onClose={onClose}
        onSaved={() => {
          onClose()
          void queries.invalidateQueries()
        }}
      />
    )
  }
  return null
}

type Given = { path: string; search: string; today: string }

function useSchedulePlace({ path, search, today }: Given): ScheduleAddress {
  const [first] = useState(() => parseScheduleAddress(path, search, today))
  const address = usePageAddress(() => location.pathname + location.search, path + search)
  const [pathname = '', query = ''] = address.split('?')
  const place = parseScheduleAddress(pathname, query, today) ?? first
  if (!place) throw new Error(`no place in the schedule: ${pathname}`)
  const go = (to: Partial<SchedulePlace>) => goTo(formatScheduleAddress({ ...place, ...to }))
  return {
    place,
    go,
    linkTo: (to) => stayingLink(formatScheduleAddress({ ...place, ...to }), () => go(to)),
  }
}
