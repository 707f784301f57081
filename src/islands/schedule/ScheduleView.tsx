import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditedHours } from '../availability/availability-draft.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import type { GridReschedule } from './grid/use-appointment-move.ts'
import { HoursList } from './HoursList.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import type { SchedulePlace } from './schedule-address.ts'
import type { HoursBlock, ScheduleLayout } from './schedule-layout.ts'
import type { ScheduleRights } from './schedule-rights.ts'
import type { Span } from './time-axis.ts'
import type { ScheduleAddress } from './use-schedule-place.ts'
import { WeekOverview } from './week/WeekOverview.tsx'

const ScheduleGrid = lazy(() => import('./grid/ScheduleGrid.tsx'))

type ScheduleViewProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  now: number
  isNarrow: boolean
  isStale: boolean
  rights: ScheduleRights
  move: GridReschedule
  onHours: (of: EditedHours) => void
  onOpen: (appointmentId: number) => void
  onBook: (hours: HoursBlock, at: number, drawn?: Span) => void
  onDrawing: (isDrawing: boolean) => void
}

export function ScheduleView(props: ScheduleViewProps) {
  const timeZone = useTimeZone()
  const { layout, address, rights, isNarrow, onHours, onOpen, onBook } = props
  const isPrinting = useIsPrinting()
  const { place } = address
  const isList = isNarrow || place.look === 'list'
  if (layout.columns.length === 0) return <p className="card">{formatEmpty(place)}</p>
  if (place.only === null && place.span === 'week') {
    const overview = { layout, address, timeZone, today: rights.today, now: props.now }
    return <WeekOverview {...overview} isList={isList && !isPrinting} />
  }
  if (rights.isOfHours && (isList || isPrinting)) {
    return <HoursList layout={layout} rights={rights} onHours={onHours} />
  }
  if (isList || isPrinting) {
    return (
      <ScheduleList
        layout={layout}
        address={address}
        everything={isPrinting}
        onOpen={isPrinting ? undefined : onOpen}
        hoursAt={isPrinting ? () => null : rights.bookableAt}
        onBook={onBook}
      />
    )
  }
  return (
    <Suspense fallback={<Loading label="Loading the schedule" />}>
      <ScheduleGrid {...props} />
    </Suspense>
  )
}

function formatEmpty({ by, siteId, span }: SchedulePlace): string {
  const where = by === 'room' ? ' in any room' : ''
  const site = siteId === null ? '' : ' at this branch'
  return `Nobody is working${where}${site} ${span === 'week' ? 'this week' : 'on this day'}, and nothing is booked.`
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const update = (is: boolean) => flushSync(() => setPrinting(is))
    const onChange = () => update(media.matches)
    const before = () => update(true)
    const after = () => update(false)
    setPrinting(media.matches)
    media.addEventListener('change', onChange)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      media.removeEventListener('change', onChange)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
