import { formatTime, plainDateAt, weekdayAndDay } from '#lib/dates/format-date-time.ts'

type DateLeafProps = { start: string; timeZone: string }

/** It repeats large what the words beside it say. */
export function DateLeaf({ start, timeZone }: DateLeafProps) {
  const [weekday, dayAndMonth] = weekdayAndDay(plainDateAt(start, timeZone))
  const [day, month] = dayAndMonth.split('\u00a0')
  return (
    <div className="leaf" aria-hidden="true">
      <span className="leaf-word">{weekday}</span>
      <span className="leaf-day">{day}</span>
      <span className="leaf-word">{month}</span>
      <span className="leaf-time">{formatTime(start, timeZone)}</span>
    </div>
  )
}
