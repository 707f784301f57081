import { formatPlainDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { formatBlock } from './format-appointment.ts'
import { bookedIn, bookedOutside, countedBookings } from './format-hours.ts'
import type { GridColumn, ScheduleLayout } from './schedule-layout.ts'
import { type ScheduleRights, toEditedDayOff, toEditedHours } from './schedule-rights.ts'

type HoursListProps = {
  layout: ScheduleLayout
  rights: ScheduleRights
  onHours: (of: EditedHours) => void
}

export function HoursList({ layout, ...props }: HoursListProps) {
  return (
    <div className="day-lists">
      {layout.columns.map((column) => (
        <section key={column.key} className="day-section">
          <h2 className="heading-3">{formatPlainDate(column.date)}</h2>
          <DayHours column={column} {...props} />
        </section>
      ))}
    </div>
  )
}

type DayHoursProps = Omit<HoursListProps, 'layout'> & { column: GridColumn }

function DayHours({ column, rights, onHours }: DayHoursProps) {
  const timeZone = useTimeZone()
  const added = rights.newHours(column)
  return (
    <>
      {column.hoursBlocks.length === 0 ? (
        <p className="text-ink-soft">{formatOff(column)}</p>
      ) : (
        <ol className="day-entries">
          {column.hoursBlocks.map((hoursBlocks) => {
            const times = formatTimeRange(hoursBlocks.start, hoursBlocks.end, timeZone)
            return (
              <li key={hoursBlocks.key} className="entry entry-hours">
                <span className="font-semibold">{times}</span>
                <span>
                  {hoursBlocks.where},{' '}
                  {countedBookings(bookedIn(hoursBlocks, column.behind).length)}
                </span>
                <span className="flex flex-wrap gap-2">
                  {rights.mayChangeHours(hoursBlocks) && (
                    <Button
                      look="secondary"
                      small
                      onClick={() => onHours(toEditedHours(hoursBlocks))}
                    >
                      Change<span className="visually-hidden">: {times}</span>
                    </Button>
                  )}
                  {rights.mayTakeOff(hoursBlocks) && (
                    <Button look="quiet" small onClick={() => onHours(toEditedDayOff(hoursBlocks))}>
                      Delete… <span className="visually-hidden">{times}</span>
                    </Button>
                  )}
                </span>
              </li>
            )
          })}
          {bookedOutside(column).map((block) => (
            <li key={block.key} className="entry">
              Outside these hours: {formatBlock(block, timeZone)}
            </li>
          ))}
        </ol>
      )}
      {added && (
        <p className="mt-2 no-print">
          <Button look="quiet" small onClick={() => onHours(added)}>
            Add hours<span className="visually-hidden">: {formatPlainDate(column.date)}</span>
          </Button>
        </p>
      )}
    </>
  )
}

const formatOff = ({ behind }: GridColumn) =>
  behind.length === 0
    ? 'Not working.'
    : `Not working, but ${countedBookings(behind.length)} on this day.`
