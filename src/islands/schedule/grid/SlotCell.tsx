import { formatTime } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'

type SlotCellProps = {
  at: number
  words: string
  style: { top: number; height: number }
  begins: { word: string; onBegin: () => void } | null
}

export function SlotCell({ at, words, style, begins }: SlotCellProps) {
  const timeZone = useTimeZone()
  const shown = [formatTime(at, timeZone), begins?.word].filter(Boolean).join(', ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      tabIndex={0}
      className={begins ? 'schedule-slot schedule-slot-free' : 'schedule-slot'}
      style={style}
      aria-label={`${shown}, ${words}`}
      onClick={(event) => {
        if (!begins) return
        event.stopPropagation()
        begins.onBegin()
      }}
    >
      {begins && <span aria-hidden="true">{shown}</span>}
    </div>
  )
}
