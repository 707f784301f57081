import { weekdayAndDay } from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { useArrowKeys } from '../../ui/use-arrow-keys.ts'
import type { Day } from './slot-groups.ts'

type DayListProps = {
  days: readonly Day[]
  chosen: string | null
  onSelect: (date: string) => void
}

export function DayList({ days, chosen, onSelect }: DayListProps) {
  const arrowKeys = useArrowKeys()
  return (
    <div className="days">
      <ul aria-label="Days" className="day-list" onKeyDown={arrowKeys}>
        {days.map(({ date, slots }) => {
          const words = <DayLabel date={date} times={slots.length} />
          return (
            <li key={date}>
              {slots.length === 0 ? (
                <div className="day">{words}</div>
              ) : (
                <button
                  type="button"
                  className="day"
                  aria-pressed={date === chosen}
                  onClick={() => date !== chosen && onSelect(date)}
                >
                  {words}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function DayLabel({ date, times }: { date: string; times: number }) {
  const [weekday, day] = weekdayAndDay(date)
  return (
    <>
      <span>
        <span className="font-semibold">{weekday}</span> <span className="day-date">{day}</span>
      </span>{' '}
      <span className="day-times">{times === 0 ? 'No times' : counted(times, 'time')}</span>
    </>
  )
}
