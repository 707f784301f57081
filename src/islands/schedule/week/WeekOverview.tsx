import { formatPlainDate, formatTimeRange, weekdayAndDay } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { freeIn } from '../list-entries.ts'
import type { ScheduleAddress } from '../schedule-address.ts'
import type { GridColumn, ScheduleLayout } from '../schedule-layout.ts'
import type { Span } from '../time-axis.ts'
import './schedule-week.css'

/** All clinicians, or all rooms, by day in a list or side by side in a table. */
export function WeekOverview({ isList, ...props }: WeekProps & { isList: boolean }) {
  return isList ? <WeekByDay {...props} /> : <WeekTable {...props} />
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

type WeekProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  today: string
  now: number
}

type WeekRow = { id: number; name: string; site: string; days: GridColumn[] }

function weekRows({ columns }: ScheduleLayout): WeekRow[] {
  return [...Map.groupBy(columns, ({ id }) => id).values()].flatMap((days) => {
    const [first] = days
    return first ? [{ id: first.id, name: first.name, site: first.site, days }] : []
  })
}

function weekTotals({ axis, columns }: ScheduleLayout) {
  const ofDay = Map.groupBy(columns, ({ date }) => date)
  return axis.days.map(({ date }) => {
    const all = ofDay.get(date) ?? []
    return {
      date,
      working: all.filter(({ hoursBlocks }) => hoursBlocks.length > 0).length,
      booked: all.reduce((sum, { blocks }) => sum + blocks.length, 0),
    }
  })
}

type Stay = { where: string; times: string[] }

function findStays({ hoursBlocks }: Pick<GridColumn, 'hoursBlocks'>, timeZone: string): Stay[] {
  const stays: { where: string; spans: Span[] }[] = []
  for (const { start, end, where } of hoursBlocks) {
    const last = stays.at(-1)
    const span = last?.spans.at(-1)
    if (!last || last.where !== where) stays.push({ where, spans: [{ start, end }] })
    else if (span && span.end === start) span.end = end
    else last.spans.push({ start, end })
  }
  return stays.map(({ where, spans }) => ({
    where,
    times: spans.map(({ start, end }) => formatTimeRange(start, end, timeZone)),
  }))
}

/** "6 booked, 4h 30m free" from now on; of appointments without hours that they are outside them. */
export function formatLoad({ blocks, hoursBlocks }: GridColumn, now: number): string {
  if (hoursBlocks.length === 0) return `${blocks.length} booked outside hours`
  const ahead = hoursBlocks
    .filter(({ end }) => end > now)
    .map((period) => ({ ...period, start: Math.max(period.start, now) }))
  if (ahead.length === 0) return `${blocks.length} booked`
  const free = freeIn({ blocks, hoursBlocks: ahead })
  return `${blocks.length} booked, ${free > 0 ? `${briefDuration(free)} free` : 'full'}`
}

const isEmpty = ({ blocks, hoursBlocks }: GridColumn) => blocks.length + hoursBlocks.length === 0

const MINUTE = 60_000

function briefDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}m`]
    .filter(Boolean)
    .join(' ')
}
