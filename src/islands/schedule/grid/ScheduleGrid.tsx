import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatPlainDate, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { SLOT_MARK_MINUTES } from '#lib/scheduling/slot-mark.ts'
import type { EditedHours } from '../../availability/availability-draft.ts'
import { useTimeZone } from '../../identity/island-context.ts'
import { blockAt, emptyFrom } from '../empty-time.ts'
import type { ScheduleAddress } from '../schedule-address.ts'
import type { GridColumn, HoursBlock, ScheduleLayout } from '../schedule-layout.ts'
import { type ScheduleRights, toEditedDayOff, toEditedHours } from '../schedule-rights.ts'
import { instantOnAxis, placeOnAxis, type Span, shownSpan } from '../time-axis.ts'
import { type ColumnActions, ColumnRow } from './ColumnRow.tsx'
import { GridHeads } from './GridHeads.tsx'
import {
  type Cursor,
  commandAtEmpty,
  cursorIn,
  findGridCommand,
  firstCursor,
  firstPlace,
  type GridCommand,
  heldAt,
  useGridFocus,
} from './grid-cursor.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { MoveBar } from './MoveBar.tsx'
import { MoveConfirmation } from './MoveConfirmation.tsx'
import { carriedByKey } from './move-keys.ts'
import { findMoveColumn } from './move-target.ts'
import { timeScale } from './time-scale.ts'
import type { GridReschedule } from './use-appointment-move.ts'
import { AXIS_PX, useColumns } from './use-columns.ts'
import { useDrag } from './use-drag.ts'
import { type DrawnTime, drawnByKey, startDrag, useDrawing } from './use-drawing.ts'
import './schedule-grid.css'

const HOUR_PX = 156
const HOUR_OF_HOURS_PX = 64
const HEAD_PX = 58

const MARKS_OF_HOUR = 60 / SLOT_MARK_MINUTES

declare module 'react' {
  interface CSSProperties {
    '--lines'?: string
    '--axis'?: string
    '--head'?: string
  }
}

type ScheduleGridProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  now: number
  isStale: boolean
  rights: ScheduleRights
  move: GridReschedule
  onHours: (of: EditedHours) => void
  onOpen: (appointmentId: number) => void
  onBook: (hours: HoursBlock, at: number, drawn?: Span) => void
  onDrawing: (isDrawing: boolean) => void
}

/**
 * Draws a column for each clinician, room or day, and only those in sight. For screen readers a
 * column is a row of the grid and what it has are its cells: one list of cells for each person, in
 * the order of time. One cell has the focus; the arrows take it elsewhere.
 */
export default function ScheduleGrid(props: ScheduleGridProps) {
  const timeZone = useTimeZone()
  const { layout, address, now, isStale, rights, move } = props
  const { onHours, onOpen, onBook, onDrawing } = props
  const { axis, columns } = layout
  const isStaff = address.place.by === 'staff'
  const { appointment, to, objection } = move.context
  const isCarrying = move.state === 'carrying'
  const [held, setHeld] = useState(() => heldAt(layout, firstCursor(layout, now)))
  const setCursor = (to: Cursor) => setHeld(heldAt(layout, to))
  const cursor = cursorIn(layout, held)
  const { column } = cursor
  const { frame, size, total, showColumn, drawn: shown } = useColumns(columns, column)
  const { wantFocus, watch } = useGridFocus({ frame, cursor: held, column, showColumn })
  const grid = useRef<HTMLDivElement>(null)
  const goTo = (place: Cursor) => {
    wantFocus()
    setCursor(place)
  }

  const hour = rights.isOfHours ? HOUR_OF_HOURS_PX : HOUR_PX
  const scale = useMemo(() => timeScale(layout, hour), [layout, hour])
  const top = (date: string, at: number) => scale.toPixels(placeOnAxis(axis, date, at))
  const dates = axis.days.map(({ date }) => date).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day that is shown
  useLayoutEffect(() => {
    const start = firstCursor(layout, now)
    setCursor(start)
    frame.current?.scrollTo({ top: Math.max(scale.toPixels(firstPlace(layout, now)) - 40, 0) })
  }, [dates])

  const geometry = { layout, frame, grid, columnWidth: size, scale }
  const onTaken = useDrag({ ...geometry, isStaff, send: move.send })
  const begin = (drawn: DrawnTime) => {
    const started = startDrag(layout, rights, drawn)
    goTo({ column: findColumnIndex(columns, drawn.columnKey), at: drawn.start })
    if (started && 'book' in started) onBook(started.book, drawn.start, started.span)
    else if (started) onHours(started.hours)
  }
  const { drawn, setDrawn, onPressed } = useDrawing({ ...geometry, rights, onDrawn: begin })
  const isDrawing = drawn !== null
  useEffect(() => {
    onDrawing(isDrawing)
    return () => onDrawing(false)
  }, [isDrawing, onDrawing])
  const drawnIn = drawn ? findColumnIndex(columns, drawn.columnKey) : -1

  const target = to ? findMoveColumn(layout, isStaff, to) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is carried stays in sight
  useLayoutEffect(() => {
    if (isCarrying && target >= 0) showColumn(target)
    if (isCarrying || drawn) {
      frame.current?.querySelector('.schedule-ghost')?.scrollIntoView({ block: 'nearest' })
    }
  }, [target, to?.start, drawn?.start, drawn?.end])

  const fulfil = (command: GridCommand) => {
    switch (command.kind) {
      case 'goTo':
        return goTo(command.cursor)
      case 'open':
        return onOpen(command.appointmentId)
      case 'take':
        return move.send({ type: 'appointment.taken', appointment: command.appointment })
      case 'draw':
        return setDrawn(command.drawn)
      case 'book':
        return onBook(command.hours, command.at)
      case 'hours':
        return onHours(command.of)
    }
  }
  const onCarryingKey = (event: KeyboardEvent): boolean => {
    if (!appointment || !to) return false
    const carried = carriedByKey(layout, isStaff, rights.mayResize, { appointment, to }, event)
    if (!carried) return false
    move.send(carried)
    return true
  }
  const onDrawingKey = (event: KeyboardEvent, of: DrawnTime): boolean => {
    const next = drawnByKey(of, event)
    const isOver = event.key === 'Enter' || event.key === 'Escape'
    if (!next && !isOver) return false
    setDrawn(next)
    if (event.key === 'Enter') begin(of)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    if (isCarrying || drawn) {
      const isHeard = isCarrying ? onCarryingKey(event) : drawn && onDrawingKey(event, drawn)
      if (isHeard) event.preventDefault()
      return
    }
    // What was clicked and has the focus is what Enter and the space bar press.
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && (event.target as Element).closest('button:not([role])')) return
    const command = findGridCommand(layout, rights, cursor, event)
    if (!command) return
    event.preventDefault()
    fulfil(command)
  }

  const choosePlace = (index: number, pixels: number) => {
    const pointed = columns[index]
    // Never rounded up, into what begins below.
    const place = Math.floor(scale.toPlace(pixels) * MARKS_OF_HOUR) / MARKS_OF_HOUR
    const at = instantOnAxis(axis, pointed?.date ?? '', place)
    setDrawn(null)
    if (!pointed || at === null || blockAt(pointed, at)) return
    goTo({ column: index, at: emptyFrom(pointed, at) })
  }
  const beginsAt = (of: GridColumn) => {
    const command = commandAtEmpty(of, cursor.at, rights)
    return (
      command && {
        word: command.kind === 'hours' ? 'add hours' : '',
        onBegin: () => fulfil(command),
      }
    )
  }
  const toOpener = (hoursBlocks: HoursBlock) =>
    rights.mayChangeHours(hoursBlocks) ? () => onHours(toEditedHours(hoursBlocks)) : null
  const actions: ColumnActions = {
    handleOf: (block) => (rights.mayMove(block) ? { onTaken, mayResize: rights.mayResize } : null),
    onOpen,
    openerOf: toOpener,
    dayOffOf: (hoursBlocks) =>
      rights.mayTakeOff(hoursBlocks) ? () => onHours(toEditedDayOff(hoursBlocks)) : null,
  }

  const isWeek = axis.days.length > 1
  const ghostAt = (index: number, span: Span) => ({
    span,
    left: index * size,
    width: size,
    top: top(columns[index]?.date ?? '', span.start),
    bottom: top(columns[index]?.date ?? '', span.end),
    timeZone,
  })
  return (
    <>
      <MoveBar
        state={move.state}
        to={to}
        objection={objection}
        over={columns[target]?.name ?? ''}
        onRead={() => {
          move.send({ type: 'refusal.read' })
          goTo(cursor)
        }}
        drawnTime={drawn && formatDrawn(drawn, timeZone)}
      />
      <div
        ref={frame}
        className="schedule-frame"
        aria-busy={isStale || undefined}
        style={{ '--lines': scale.lines, '--axis': `${AXIS_PX}px`, '--head': `${HEAD_PX}px` }}
      >
        <div className="schedule-canvas" style={{ width: total + AXIS_PX }}>
          <GridHeads drawn={shown} isWeek={isWeek} address={address} />
          <div className="schedule-body" style={{ height: scale.height }}>
            <div className="schedule-times" aria-hidden="true">
              {axis.rows.map(({ key, label }, row) => (
                <div key={key} style={{ height: scale.hours[row] }}>
                  {label}
                </div>
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: a table has no columns of time */}
            <div
              role="grid"
              aria-label="Schedule"
              aria-rowcount={columns.length}
              aria-readonly="true"
              tabIndex={-1}
              className="schedule-grid"
              style={{ width: total }}
              ref={grid}
              onKeyDown={onKeyDown}
              {...watch}
            >
              {shown.map((each) => (
                <ColumnRow
                  key={each.column.key}
                  drawn={each}
                  label={isWeek ? formatPlainDate(each.column.date) : formatName(each.column)}
                  top={top}
                  cursorAt={each.index === column ? cursor.at : null}
                  onChosen={(at) => setCursor({ column: each.index, at })}
                  nowAt={isShown(layout, each.column, now) ? now : null}
                  actions={actions}
                  isOfHours={rights.isOfHours}
                  onPlaceChosen={(pixels) => choosePlace(each.index, pixels)}
                  onPressed={(event) => onPressed(event, each.index)}
                  begins={each.index === column ? beginsAt(each.column) : null}
                />
              ))}
              {to && target >= 0 && <Ghost {...ghostAt(target, to)} isRefused={objection !== ''} />}
              {drawn && drawnIn >= 0 && <Ghost {...ghostAt(drawnIn, drawn)} />}
            </div>
          </div>
        </div>
      </div>
      <MoveConfirmation {...{ move, layout }} over={columns[target]?.name ?? ''} />
      <KeyboardHelp rights={rights} />
    </>
  )
}

const findColumnIndex = (columns: readonly GridColumn[], columnKey: string) =>
  columns.findIndex(({ key }) => key === columnKey)

function formatDrawn({ empty, start, end }: DrawnTime, timeZone: string): string {
  const what = empty.hours ? 'Book' : 'New hours'
  return `${what}, ${formatTimeRange(start, end, timeZone)}.`
}

const formatName = ({ name, site }: GridColumn) => [name, site].filter(Boolean).join(', ')

type GhostProps = {
  span: Span
  isRefused?: boolean
  left: number
  width: number
  top: number
  bottom: number
}

function Ghost({ span, isRefused, left, width, top, bottom }: GhostProps) {
  const timeZone = useTimeZone()
  return (
    <div
      aria-hidden="true"
      className={isRefused ? 'schedule-ghost schedule-ghost-refused' : 'schedule-ghost'}
      style={{ left, width, top, height: bottom - top }}
    >
      {formatTimeRange(span.start, span.end, timeZone)}
    </div>
  )
}

function isShown({ axis }: ScheduleLayout, { date }: GridColumn, at: number): boolean {
  const { start, end } = shownSpan(axis, date)
  return start <= at && at < end
}
