import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { formatDateRange, formatDateTime, formatPlainDate } from '#lib/format-date-time.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { ListFailed } from '../ui/ListFailed.tsx'
import { Loading } from '../ui/Loading.tsx'
import { notify } from '../ui/notify.ts'
import { Freshness } from './Freshness.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import { ScheduleToolbar } from './ScheduleToolbar.tsx'
import { periodOf, type SchedulePlace } from './schedule-address.ts'
import type { OpenChannel } from './schedule-channel.ts'
import { type Ground, layOut } from './schedule-layout.ts'
import type { HoursToChange } from './schedule-rights.ts'
import { useAppointmentMove } from './use-appointment-move.ts'
import { useLiveSchedule } from './use-live-schedule.ts'
import { useIsNarrow, useIsPrinting } from './use-media.ts'
import { useNow } from './use-now.ts'
import { useSchedulePlace } from './use-schedule-place.ts'
import '../../styles/schedule.css'

const AppointmentDialog = lazy(async () => ({
  default: (await import('./appointment/AppointmentDialog.tsx')).AppointmentDialog,
}))
const AvailabilityDialog = lazy(async () => ({
  default: (await import('./availability/AvailabilityDialog.tsx')).AvailabilityDialog,
}))
const BookAtTime = lazy(async () => ({ default: (await import('./BookAtTime.tsx')).BookAtTime }))
const ScheduleGrid = lazy(() => import('./ScheduleGrid.tsx'))

type ScheduleScreenProps = {
  api: ApiClient
  openChannel: OpenChannel
  settings: PublicSettings
  viewer: Viewer
  path: string
  search: string
  today: string
}

/** The days that the address names, as a grid or as a list, and the ways to others. */
export function ScheduleScreen(props: ScheduleScreenProps) {
  const { api, openChannel, settings, viewer } = props
  const { timeZone } = settings
  const address = useSchedulePlace(props)
  const { place } = address
  const move = useAppointmentMove(api)
  const queries = useQueryClient()
  const [opened, setOpened] = useState<number | null>(null)
  const [hours, setHours] = useState<HoursToChange | null>(null)
  const [booking, setBooking] = useState<{ hours: Ground; at: number } | null>(null)
  const isMoving = move.state === 'carrying' || move.state === 'saving'
  const isHeld = isMoving || hours !== null || opened !== null || booking !== null
  const live = useLiveSchedule({ api, openChannel, place, isHeld })
  const { shown, query } = live
  const ahead = shown ? Date.parse(shown.read_at) - query.dataUpdatedAt : 0
  const now = useNow(Math.abs(ahead) > 60_000 ? ahead : 0)
  const layout = useMemo(() => shown && layOut(shown, now), [shown, now])
  const isNarrow = useIsNarrow()
  const isPrinting = useIsPrinting()
  const isList = isNarrow || place.look === 'list'
  const name = place.only === null ? '' : (shown?.columns[0]?.name ?? '')

  return (
    <div className="schedule">
      <div className="schedule-title">
        <h1 className="heading-2">{titleOf(place, name)}</h1>
        <p role="status" className="font-semibold">
          {dateInWords(place)}
        </p>
      </div>
      <ScheduleToolbar
        address={address}
        viewer={viewer}
        today={props.today}
        sites={shown?.sites ?? []}
        isNarrow={isNarrow}
      />
      <Freshness live={live} timeZone={timeZone} now={now} />
      {!layout ? (
        query.error ? (
          <ListFailed
            what="the schedule"
            error={query.error}
            pending={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Loading label="Loading the schedule" />
        )
      ) : isPrinting ? (
        <ScheduleList layout={layout} address={address} timeZone={timeZone} everything />
      ) : isList ? (
        <ScheduleList layout={layout} address={address} timeZone={timeZone} onOpen={setOpened} />
      ) : layout.columns.length === 0 ? (
        <p className="card">{emptyWords(place)}</p>
      ) : (
        <Suspense fallback={<Loading label="Loading the schedule" />}>
          <ScheduleGrid
            layout={layout}
            address={address}
            timeZone={timeZone}
            now={now}
            isStale={query.isPlaceholderData}
            viewer={viewer}
            move={move}
            onHours={setHours}
            onOpen={setOpened}
            onBook={(of, at) => setBooking({ hours: of, at })}
          />
        </Suspense>
      )}
      {booking && shown && (
        <Suspense>
          <BookAtTime
            api={api}
            timeZone={timeZone}
            viewer={viewer}
            schedule={shown}
            {...booking}
            onBooked={({ patient, start }) => {
              notify(`Booked ${patient.full_name} for ${formatDateTime(start, timeZone)}`)
              void queries.invalidateQueries({ queryKey: ['schedule'] })
            }}
            onClose={() => setBooking(null)}
          />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <AppointmentDialog
            api={api}
            id={opened}
            viewer={viewer}
            timeZone={timeZone}
            onChanged={() => void queries.invalidateQueries({ queryKey: ['schedule'] })}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
      {hours && (
        <Suspense>
          <AvailabilityDialog
            api={api}
            timeZone={timeZone}
            of={hours}
            onClose={() => setHours(null)}
            onSaved={(words) => {
              setHours(null)
              notify(words)
              void queries.invalidateQueries()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function titleOf({ action, by, only }: SchedulePlace, name: string): string {
  if (only === null) return by === 'staff' ? 'Schedule by clinician' : 'Schedule by room'
  if (action === 'your-schedule') return 'Your schedule'
  if (action === 'your-availability') return 'Your availability'
  return name ? `Schedule of ${name}` : 'Schedule'
}

function dateInWords(place: SchedulePlace): string {
  const { from, to } = periodOf(place)
  return place.span === 'week' ? formatDateRange(from, to) : formatPlainDate(from)
}

const emptyWords = ({ by, siteId }: SchedulePlace) =>
  `Nobody works${by === 'room' ? ' in a room' : ''}${siteId === null ? '' : ' at this site'} on this day, and nothing is booked.`
