import { weekdayAndDay } from '#lib/dates/format-date-time.ts'
import { DayCell } from './DayCell.tsx'
import { isEmpty, type WeekProps, weekRows, weekTotals } from './week-rows.ts'
import './schedule-week.css'

/** Each day leads to its grid, each name to their own week. */
export function WeekTable({ layout, address, today, now }: WeekProps) {
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
