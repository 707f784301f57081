import type { PointerEvent } from 'react'
import { formatTime, formatTimeRange } from '#lib/format-date-time.ts'
import { blockInWords, statusWords } from './appointment-words.ts'
import { blockAt } from './grid-cursor.ts'
import { StatusMark } from './StatusMark.tsx'
import type { Block, Column, Ground } from './schedule-layout.ts'
import type { Handle } from './use-drag.ts'

/** Pixels: from this height a block has room for a second line, and a third. */
const TWO_LINES = 38
const THREE_LINES = 56

type ColumnRowProps = {
  column: Column
  index: number
  left: number
  width: number
  label: string
  /** Pixels from the top of the grid to an instant of a day. */
  top: (date: string, at: number) => number
  timeZone: string
  /** Where the keyboard is, if it is in this column. */
  cursorAt: number | null
  onChosen: (at: number) => void
  nowAt: number | null
  /** For blocks that whoever looks may move. */
  handleOf: (block: Block) => BlockHandle | null
  onOpen: (appointmentId: number) => void
  /** For working periods that whoever looks may change. */
  openerOf: (ground: Ground) => (() => void) | null
  /** The hours are what is looked at: appointments step aside. */
  isOfHours: boolean
  /** Takes the keyboard to a place of the column, in pixels from the top of the grid. */
  onPlaceChosen: (pixels: number) => void
  /** Books at the cursor, where that may be done. */
  onBook: (() => void) | null
}

/** How a block is taken hold of. */
type BlockHandle = {
  onTaken: (event: PointerEvent, column: Column, block: Block, handle: Handle) => void
  /** Its lower edge as well. */
  mayResize: boolean
}

/** A clinician's, a room's or a day's column: the ground, what lies on it, and the present. */
export function ColumnRow(props: ColumnRowProps) {
  const { column, index, left, width, label, top, timeZone, cursorAt, onChosen, nowAt } = props
  const { handleOf, openerOf, isOfHours, onOpen, onPlaceChosen, onBook } = props
  const place = (start: number, end: number) => {
    const from = top(column.date, start)
    return { top: from, height: top(column.date, end) - from }
  }
  const chosen = cursorAt === null ? undefined : blockAt(column, cursorAt)
  const isOnGround = column.ground.some(
    ({ start, end }) => cursorAt !== null && start <= cursorAt && cursorAt < end,
  )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={label}
      className={isOfHours ? 'schedule-column schedule-column-hours' : 'schedule-column'}
      style={{ left, width }}
    >
      {column.ground.map((ground) => (
        <GroundCell
          key={ground.key}
          ground={ground}
          style={place(ground.start, ground.end)}
          timeZone={timeZone}
          onOpen={openerOf(ground)}
          onPlaceChosen={onPlaceChosen}
        />
      ))}
      {column.blocks.map((block) => (
        <BlockCell
          key={block.key}
          block={block}
          style={place(block.start, block.end)}
          timeZone={timeZone}
          isChosen={block === chosen}
          onChosen={() => onChosen(block.start)}
          handle={handleOf(block)}
          onOpen={isOpenable(block) ? () => onOpen(block.appointment.id) : undefined}
          column={column}
        />
      ))}
      {cursorAt !== null && !chosen && (
        // biome-ignore lint/a11y/useSemanticElements: as with the grid
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
        <div
          role="gridcell"
          tabIndex={0}
          className={onBook ? 'schedule-slot schedule-slot-free' : 'schedule-slot'}
          style={place(cursorAt, cursorAt + 15 * 60_000)}
          aria-label={`${formatTime(cursorAt, timeZone)}, ${isOnGround ? 'free' : 'not working'}`}
          onClick={onBook ?? undefined}
        >
          {onBook && <span aria-hidden="true">{formatTime(cursorAt, timeZone)}</span>}
        </div>
      )}
      {column.ground.length + column.blocks.length === 0 && (
        // biome-ignore lint/a11y/useFocusableInteractive: there is nothing in it
        // biome-ignore lint/a11y/useSemanticElements: as with the grid
        <div role="gridcell" className="visually-hidden">
          Not working, nothing booked
        </div>
      )}
      {nowAt !== null && (
        <div aria-hidden="true" className="schedule-now" style={{ top: top(column.date, nowAt) }} />
      )}
    </div>
  )
}

type GroundCellProps = {
  ground: Ground
  style: { top: number; height: number }
  timeZone: string
  onOpen: (() => void) | null
  onPlaceChosen: (pixels: number) => void
}

function GroundCell({ ground, style, timeZone, onOpen, onPlaceChosen }: GroundCellProps) {
  const { start, end, where } = ground
  const words = `Works ${formatTimeRange(start, end, timeZone)}, ${where}`
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus goes through what is booked and free
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows go there
    <div
      role="gridcell"
      className="schedule-ground"
      style={style}
      onClick={({ clientY, currentTarget }) =>
        onPlaceChosen(style.top + clientY - currentTarget.getBoundingClientRect().top)
      }
    >
      <span className="visually-hidden">{words}</span>
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

/** A hold is nobody's appointment yet. */
export const isOpenable = ({ appointment }: Block) => appointment.status !== 'held'

type BlockCellProps = {
  block: Block
  style: { top: number; height: number }
  timeZone: string
  isChosen: boolean
  onChosen: () => void
  handle: BlockHandle | null
  onOpen: (() => void) | undefined
  column: Column
}

function BlockCell(props: BlockCellProps) {
  const { block, style, timeZone, isChosen, onChosen, handle, onOpen, column } = props
  const { appointment, who, type, whole } = block
  const { status } = appointment
  return (
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      className={`schedule-block block-${status}${handle ? ' schedule-block-movable' : ''}`}
      style={style}
      onFocus={isChosen ? undefined : onChosen}
      onClick={onOpen}
      onPointerDown={handle ? (event) => handle.onTaken(event, column, block, 'block') : undefined}
      title={blockInWords(block, timeZone)}
    >
      <span className="visually-hidden">{blockInWords(block, timeZone)}</span>
      <span className="block-line" aria-hidden="true">
        <StatusMark status={status} />
        <span className="block-who">{who || 'Being booked'}</span>
        {style.height < TWO_LINES && <span className="block-type">{type}</span>}
      </span>
      {style.height >= TWO_LINES && (
        <span className="block-line block-type" aria-hidden="true">
          {formatTime(whole.start, timeZone)}, {type}
        </span>
      )}
      {style.height >= THREE_LINES && (
        <span className="block-line" aria-hidden="true">
          {statusWords[status]}, {block.where}
        </span>
      )}
      {handle?.mayResize && (
        <span
          className="block-edge"
          aria-hidden="true"
          onPointerDown={(event) => handle.onTaken(event, column, block, 'end')}
        />
      )}
    </div>
  )
}
