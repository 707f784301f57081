import { useTimeZone } from '../../identity/island-context.ts'
import type { GridColumn } from '../schedule-layout.ts'
import { findStays, formatLoad } from './week-rows.ts'

type DayCellProps = { column: GridColumn; now: number }

export function DayCell({ column, now }: DayCellProps) {
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
