import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import type { HoursBlock } from '../schedule-layout.ts'

type HoursBlockCellProps = {
  hoursBlocks: HoursBlock
  style: { top: number; height: number }
  onOpen: (() => void) | null
}

export function HoursBlockCell({ hoursBlocks, style, onOpen }: HoursBlockCellProps) {
  const timeZone = useTimeZone()
  const { start, end, where } = hoursBlocks
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus goes through what is booked and free
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    <div role="gridcell" className="schedule-ground" style={style}>
      <span className="visually-hidden">
        Works {formatTimeRange(start, end, timeZone)}, {where}
      </span>
      {onOpen ? (
        <button
          type="button"
          tabIndex={-1}
          className="ground-button"
          onClick={(event) => {
            event.stopPropagation()
            onOpen()
          }}
        >
          <span className="visually-hidden">Change these hours: </span>
          {where}
        </button>
      ) : (
        <span aria-hidden="true">{where}</span>
      )}
    </div>
  )
}
