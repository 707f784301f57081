import type { PlannerDate } from '#lib/contract/planner.ts'
import { daysBetween, isoWeekday } from '#lib/dates/dates.ts'
import {
  formatTime,
  mondayBefore,
  monthAndYear,
  weekdayAndDay,
} from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useArrowKeys } from '../ui/use-arrow-keys.ts'
import '../booking/choose/times.css'
import { useTimeZone } from '../identity/island-context.ts'

declare module 'react' {
  interface CSSProperties {
    '--columns'?: number
    '--column'?: number
    '--row'?: number
  }
}

type DateListProps = {
  dates: readonly PlannerDate[]
  onChosen: (date: string) => void
}

export function DateList({ dates, onChosen }: DateListProps) {
  const timeZone = useTimeZone()
  const arrowKeys = useArrowKeys()
  const months = Map.groupBy(dates, ({ date }) => date.slice(0, 7))
  const columns = Math.max(WORKING_DAYS, ...dates.map(({ date }) => isoWeekday(date)))
  return (
    <section aria-label="Dates" className="flex flex-col gap-6" onKeyDown={arrowKeys}>
      {[...months].map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <h3 id={`month-${month}`} className="heading-3 mb-2">
            {monthAndYear(`${month}-01`)}
          </h3>
          <ul className="planner-dates" style={{ '--columns': columns }}>
            {ofMonth.map(({ date, places, first }) => {
              const [weekday, day] = weekdayAndDay(date)
              const row = weeksSince(ofMonth[0]?.date ?? date, date) + 1
              return (
                <li key={date} style={{ '--column': isoWeekday(date), '--row': row }}>
                  <button type="button" className="day" onClick={() => onChosen(date)}>
                    <span>
                      <span className="font-semibold">{weekday}</span>{' '}
                      <span className="day-date">{day}</span>
                    </span>{' '}
                    <span className="day-times">
                      {counted(places, 'time')}, {places === 1 ? 'at' : 'from'}{' '}
                      {formatTime(first, timeZone)}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </section>
  )
}

const WORKING_DAYS = 5
const DAYS_IN_WEEK = 7

const weeksSince = (from: string, date: string) =>
  daysBetween(mondayBefore(from), mondayBefore(date)) / DAYS_IN_WEEK
