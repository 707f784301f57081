import { useMemo, useState } from 'react'
import { formatDateRange, formatPlainDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { Freshness } from './Freshness.tsx'
import { useAppointmentMove } from './grid/use-appointment-move.ts'
import { type OpenDialog, ScheduleDialogs } from './ScheduleDialogs.tsx'
import { ScheduleToolbar } from './ScheduleToolbar.tsx'
import { ScheduleView } from './ScheduleView.tsx'
import { formatScheduleAddress, type SchedulePlace, shownPeriod } from './schedule-address.ts'
import type { OpenChannel } from './schedule-channel.ts'
import { layOut } from './schedule-layout.ts'
import { scheduleRights } from './schedule-rights.ts'
import { useLiveSchedule } from './use-live-schedule.ts'
import { useNow } from './use-now.ts'
import { useSchedulePlace } from './use-schedule-place.ts'
import './schedule.css'
import { type IslandViewer, useApi, useViewer } from '../identity/island-context.ts'

type ScheduleScreenProps = {
  openChannel: OpenChannel
  settings: PublicSettings
  path: string
  search: string
  today: string
}

export function ScheduleScreen(props: ScheduleScreenProps) {
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
