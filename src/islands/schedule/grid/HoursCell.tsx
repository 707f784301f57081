import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { formatBlock } from '../format-appointment.ts'
import { bookedIn, countedBookings } from '../format-hours.ts'
import type { Block, HoursBlock } from '../schedule-layout.ts'
import type { Span } from '../time-axis.ts'

/** They are pixels: below this there is no room for more than the times. */
const ROOMY = 88

type Place = { top: number; height: number }

type HoursCellProps = {
  hoursBlocks: HoursBlock
  style: Place
  behind: readonly Block[]
  place: (span: Span) => Place
  onOpen: (() => void) | null
  onDayOff: (() => void) | null
}

export function HoursCell(props: HoursCellProps) {
  const timeZone = useTimeZone()
  const { hoursBlocks, style, behind, place, onOpen, onDayOff } = props
  const { start, end, where } = hoursBlocks
  const booked = bookedIn(hoursBlocks, behind)
  const times = formatTimeRange(start, end, timeZone)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the arrows go through the times within it
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      className={onOpen ? 'schedule-hours schedule-hours-open' : 'schedule-hours'}
      style={style}
      onClick={(event) => {
        if (!onOpen) return
        event.stopPropagation()
        onOpen()
      }}
    >
      <span className="visually-hidden">Works </span>
      {onOpen ? (
        <button type="button" tabIndex={-1} className="ground-button font-semibold">
          <span className="visually-hidden">Change these hours: </span>
          {times}
        </button>
      ) : (
        <span className="font-semibold">{times}</span>
      )}
      {style.height >= ROOMY ? (
        <>
          <span className="hours-line">{where}</span>
          <span className="hours-line">{countedBookings(booked.length)}</span>
          {onDayOff && (
            <button
              type="button"
              tabIndex={-1}
              className="ground-button"
              onClick={(event) => {
                event.stopPropagation()
                onDayOff()
              }}
            >
              Delete… <span className="visually-hidden">{times}</span>
            </button>
          )}
        </>
      ) : (
        <span className="visually-hidden">
          {where}, {countedBookings(booked.length)}
        </span>
      )}
      {booked.map((block) => {
        const { top, height } = place(block)
        return (
          <span
            key={block.key}
            aria-hidden="true"
            className={`hours-booked block-${block.appointment.status}`}
            style={{ top: top - style.top, height }}
            title={formatBlock(block, timeZone)}
          />
        )
      })}
    </div>
  )
}
