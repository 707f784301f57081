import type { PointerEvent } from 'react'
import { formatTimeRange } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { blockAt, emptyQuarter, hoursAt } from '../empty-time.ts'
import { bookedOutside } from '../format-hours.ts'
import { type Block, type HoursBlock, isOpenable } from '../schedule-layout.ts'
import type { Span } from '../time-axis.ts'
import { BlockCell, type BlockHandle } from './BlockCell.tsx'
import { HoursBlockCell } from './HoursBlockCell.tsx'
import { HoursCell } from './HoursCell.tsx'
import { SlotCell } from './SlotCell.tsx'
import type { DrawnColumn } from './use-columns.ts'

export type ColumnActions = {
  handleOf: (block: Block) => BlockHandle | null
  onOpen: (appointmentId: number) => void
  openerOf: (hoursBlocks: HoursBlock) => (() => void) | null
  dayOffOf: (hoursBlocks: HoursBlock) => (() => void) | null
}

type ColumnRowProps = {
  drawn: DrawnColumn
  label: string
  top: (date: string, at: number) => number
  cursorAt: number | null
  onChosen: (at: number) => void
  nowAt: number | null
  actions: ColumnActions
  isOfHours: boolean
  onPlaceChosen: (pixels: number) => void
  onPressed: (event: PointerEvent) => void
  begins: { word: string; onBegin: () => void } | null
}

export function ColumnRow(props: ColumnRowProps) {
  const timeZone = useTimeZone()
  const { drawn, label, top, cursorAt, onChosen, nowAt, actions, isOfHours } = props
  const { column, index, left, width } = drawn
  const place = ({ start, end }: Span) => {
    const from = top(column.date, start)
    return { top: from, height: top(column.date, end) - from }
  }
  const chosen = cursorAt === null ? undefined : blockAt(column, cursorAt)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-label={label}
      className="schedule-column"
      style={{ left, width }}
      onPointerDown={props.onPressed}
      onClick={({ clientY, currentTarget }) =>
        props.onPlaceChosen(clientY - currentTarget.getBoundingClientRect().top)
      }
    >
      {column.hoursBlocks.map((hoursBlocks) => {
        const cell = {
          hoursBlocks,
          style: place(hoursBlocks),
          timeZone,
          onOpen: actions.openerOf(hoursBlocks),
        }
        return isOfHours ? (
          <HoursCell
            key={hoursBlocks.key}
            {...cell}
            behind={column.behind}
            place={place}
            onDayOff={actions.dayOffOf(hoursBlocks)}
          />
        ) : (
          <HoursBlockCell key={hoursBlocks.key} {...cell} />
        )
      })}
      {[...column.blocks, ...bookedOutside(column)].map((block) => (
        <BlockCell
          key={block.key}
          block={block}
          style={place(block)}
          isChosen={block === chosen}
          onChosen={() => onChosen(block.start)}
          handle={actions.handleOf(block)}
          onOpen={isOpenable(block) ? () => actions.onOpen(block.appointment.id) : undefined}
          column={column}
        />
      ))}
      {cursorAt !== null && !chosen && (
        <SlotCell
          at={cursorAt}
          words={formatHours(hoursAt(column, cursorAt), isOfHours, timeZone)}
          style={place(emptyQuarter(column, cursorAt))}
          begins={props.begins}
        />
      )}
      {column.hoursBlocks.length + column.blocks.length + column.behind.length === 0 && (
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

function formatHours(hours: HoursBlock | undefined, isOfHours: boolean, timeZone: string): string {
  if (!hours) return 'not working'
  if (!isOfHours) return 'free'
  return `works ${formatTimeRange(hours.start, hours.end, timeZone)}, ${hours.where}`
}
