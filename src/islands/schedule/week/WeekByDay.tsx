import { formatPlainDate } from '#lib/dates/format-date-time.ts'
import { DayCell } from './DayCell.tsx'
import { isEmpty, type WeekProps, weekRows, weekTotals } from './week-rows.ts'
import './schedule-week.css'

export function WeekByDay({ layout, address, today, now }: WeekProps) {
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
