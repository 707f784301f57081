import type { PointerEvent } from 'react'
import { formatTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { blockAt, emptyQuarter, hoursAt } from '../empty-time.ts'
import { AlertMark, FormMark } from '../FormMark.tsx'
import { formatBlock, formatFormAlerts, formatStatus } from '../format-appointment.ts'
import { bookedIn, bookedOutside, countedBookings } from '../format-hours.ts'
import { StatusMark } from '../StatusMark.tsx'
import { type Block, type GridColumn, type HoursBlock, isOpenable } from '../schedule-layout.ts'
import type { Span } from '../time-axis.ts'
import type { DrawnColumn } from './use-columns.ts'
import type { Handle } from './use-drag.ts'

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
          text={formatHours(hoursAt(column, cursorAt), isOfHours, timeZone)}
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

type SlotCellProps = {
  at: number
  text: string
  style: { top: number; height: number }
  begins: { word: string; onBegin: () => void } | null
}

function SlotCell({ at, text, style, begins }: SlotCellProps) {
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
      aria-label={`${shown}, ${text}`}
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

type HoursBlockCellProps = {
  hoursBlocks: HoursBlock
  style: { top: number; height: number }
  onOpen: (() => void) | null
}

function HoursBlockCell({ hoursBlocks, style, onOpen }: HoursBlockCellProps) {
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

/** They are pixels: from this height a block has room for a second line, and a third. */
const TWO_LINES = 38
const THREE_LINES = 56

type BlockHandle = {
  onTaken: (event: PointerEvent, column: GridColumn, block: Block, handle: Handle) => void
  mayResize: boolean
}

type BlockCellProps = {
  block: Block
  style: { top: number; height: number }
  isChosen: boolean
  onChosen: () => void
  handle: BlockHandle | null
  onOpen: (() => void) | undefined
  column: GridColumn
}

function BlockCell(props: BlockCellProps) {
  const timeZone = useTimeZone()
  const { block, style, isChosen, onChosen, handle, onOpen, column } = props
  const { appointment, who, type, whole } = block
  const { status, forms } = appointment
  const alerts = formatFormAlerts(forms).join(', ')
  const more = [
    {
      key: 'type',
      className: 'block-type',
      text: `${formatTime(whole.start, timeZone)}, ${type}`,
    },
    alerts && { key: 'alerts', className: 'block-alert', text: alerts },
    { key: 'status', className: '', text: `${formatStatus(appointment)}, ${block.where}` },
  ].filter((line) => line !== '')
  const lines = style.height < TWO_LINES ? 0 : style.height < THREE_LINES ? 1 : 2
  return (
    // biome-ignore lint/a11y/useSemanticElements: as with the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      className={`schedule-block block-${status}${handle ? ' schedule-block-movable' : ''}`}
      style={style}
      onFocus={isChosen ? undefined : onChosen}
      onClick={(event) => {
        event.stopPropagation()
        onOpen?.()
      }}
      onPointerDown={handle ? (event) => handle.onTaken(event, column, block, 'block') : undefined}
      title={formatBlock(block, timeZone)}
    >
      <span className="visually-hidden">{formatBlock(block, timeZone)}</span>
      <span className="block-line" aria-hidden="true">
        {alerts && <AlertMark />}
        <StatusMark {...appointment} />
        <span className="block-who">{who || 'Being booked'}</span>
        <FormMark forms={forms} />
        {lines === 0 && <span className="block-type">{type}</span>}
      </span>
      {more.slice(0, lines).map(({ key, className, text }) => (
        <span key={key} className={`block-line ${className}`} aria-hidden="true">
          {text}
        </span>
      ))}
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

function HoursCell(props: HoursCellProps) {
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
