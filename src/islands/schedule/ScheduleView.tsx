import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatPlainDate, weekdayAndDay } from '#lib/dates/format-date-time.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import type { GridReschedule } from './grid/use-appointment-move.ts'
import { HoursList } from './HoursList.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import type { SchedulePlace } from './schedule-address.ts'
import type { GridColumn, HoursBlock, ScheduleLayout } from './schedule-layout.ts'
import type { ScheduleRights } from './schedule-rights.ts'
import type { Span } from './time-axis.ts'
import type { ScheduleAddress } from './use-schedule-place.ts'
import {
  findStays,
  formatLoad,
  isEmpty,
  type WeekProps,
  weekRows,
  weekTotals,
} from './week/week-rows.ts'
import './week/schedule-week.css'

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
    return isList && !isPrinting ? <WeekByDay {...overview} /> : <WeekTable {...overview} />
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

function WeekByDay({ layout, address, today, now }: WeekProps) {
  const { place, linkTo } = address
  const rows = weekRows(layout)
  const totals = weekTotals(layout)
  const opened = totals.some(({ date }) => date === today) ? today : totals[0]?.date
  return (
    <div className="flex flex-col gap-2">
      {totals.map(({ date, working, booked }) => (
        <details key={date} className="week-section" open={date === opened}>
          <summary>
            <span className="font-semibold">{formatPlainDate(date)}</span>{' '}
            <span className="text-ink-soft">
              {working} {place.by === 'staff' ? 'working' : 'in use'}, {booked} booked
            </span>
          </summary>
          <ul className="day-entries">
            {rows.flatMap(({ id, name, days }) =>
              days
                .filter((column) => column.date === date && !isEmpty(column))
                .map((column) => (
                  <li key={column.key}>
                    <a className="week-day" {...linkTo({ only: id, span: 'day', date })}>
                      <span className="font-semibold">{name}</span>
                      <DayCell column={column} now={now} />
                    </a>
                  </li>
                )),
            )}
          </ul>
          <p>
            <a className="link" {...linkTo({ span: 'day', date })}>
              All of this day
            </a>
          </p>
        </details>
      ))}
    </div>
  )
}

/** Each day leads to its grid, each name to their own week. */
function WeekTable({ layout, address, today, now }: WeekProps) {
  const { place, linkTo } = address
  const isStaff = place.by === 'staff'
  return (
    <div className="week-frame">
      <table className="week-table">
        <caption className="visually-hidden">
          {isStaff ? 'Who is where this week' : 'What the rooms are used for this week'}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="week-corner">
              {isStaff ? 'Clinician' : 'Room'}
            </th>
            {weekTotals(layout).map(({ date, working, booked }) => {
              const [weekday, day] = weekdayAndDay(date)
              return (
                <th key={date} scope="col" className={date === today ? 'week-today' : undefined}>
                  <a className="schedule-head-link" {...linkTo({ span: 'day', date })}>
                    {weekday} {day}
                    {date === today && <span className="visually-hidden">, today</span>}
                  </a>
                  <span className="week-load">
                    {working} {isStaff ? 'working' : 'in use'}, {booked} booked
                  </span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {weekRows(layout).map(({ id, name, site, days }) => (
            <tr key={id}>
              <th scope="row">
                <a className="schedule-head-link" {...linkTo({ only: id })}>
                  {name}
                </a>
                <span className="week-load">{site}</span>
              </th>
              {days.map((column) => (
                <td key={column.key} className={column.date === today ? 'week-today' : undefined}>
                  {isEmpty(column) ? (
                    <span className="week-off">{isStaff ? 'Off' : 'Empty'}</span>
                  ) : (
                    <a
                      className="week-day"
                      {...linkTo({ only: id, span: 'day', date: column.date })}
                    >
                      <DayCell column={column} now={now} />
                    </a>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayCellProps = { column: GridColumn; now: number }

function DayCell({ column, now }: DayCellProps) {
  const timeZone = useTimeZone()
  return (
    <>
      {findStays(column, timeZone).map(({ times, where }) => (
        <span key={times[0]} className="week-stay">
          {times.map((time) => (
            <span key={time} className="week-time">
              {time}
              <span className="visually-hidden">, </span>
            </span>
          ))}
          <span className="week-where">{where}</span>
        </span>
      ))}
      <span className="week-load">{formatLoad(column, now)}</span>
    </>
  )
}
