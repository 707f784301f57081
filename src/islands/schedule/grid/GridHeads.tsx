import { weekdayAndDay } from '#lib/dates/format-date-time.ts'
import type { ScheduleAddress } from '../schedule-address.ts'
import type { GridColumn } from '../schedule-layout.ts'
import { AXIS_PX, type DrawnColumn } from './use-columns.ts'

type GridHeadsProps = {
  drawn: readonly DrawnColumn[]
  isWeek: boolean
  address: ScheduleAddress
}

export function GridHeads({ drawn, isWeek, address }: GridHeadsProps) {
  return (
    <div className="schedule-heads">
      <div className="schedule-corner" />
      <ul aria-label={isWeek ? 'Days' : 'Columns'} className="contents">
        {drawn.map(({ column, left, width }) => (
          <li key={column.key} className="schedule-head" style={{ left: left + AXIS_PX, width }}>
            <ColumnHead column={column} isWeek={isWeek} address={address} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ColumnHeadProps = { column: GridColumn; isWeek: boolean; address: ScheduleAddress }

function ColumnHead({ column, isWeek, address }: ColumnHeadProps) {
  const [weekday, day] = weekdayAndDay(column.date)
  const to = isWeek ? { span: 'day' as const, date: column.date } : { only: column.id }
  return (
    <>
      <a className="schedule-head-link" {...address.linkTo(to)}>
        {isWeek ? weekday : column.name}
      </a>
      <span className="schedule-head-site">{isWeek ? day : column.site}</span>
    </>
  )
}
