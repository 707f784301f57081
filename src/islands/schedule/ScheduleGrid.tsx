import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Viewer } from '#lib/contract/identity.ts'
import {
  formatPlainDate,
  formatTimeRange,
  plainDateAt,
  weekdayAndDay,
} from '#lib/format-date-time.ts'
import type { MoveTarget } from '#machines/appointment-move.machine.ts'
import { ColumnRow, isOpenable } from './ColumnRow.tsx'
import { blockAt, type Cursor, moved } from './grid-cursor.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { MoveBar } from './MoveBar.tsx'
import { carriedByKey } from './move-keys.ts'
import { columnOf, takenFrom } from './move-target.ts'
import type { Block, Column, Ground, ScheduleLayout } from './schedule-layout.ts'
import { type HoursToChange, hoursOf, rightsOf } from './schedule-rights.ts'
import { instantOnAxis, placeOnAxis } from './time-axis.ts'
import type { AppointmentMove } from './use-appointment-move.ts'
import { useDrag } from './use-drag.ts'
import type { ScheduleAddress } from './use-schedule-place.ts'

/** Pixels. An appointment of five minutes is as high as a line of small text. */
const HOUR_PX = 156
const AXIS_PX = 60
const HEAD_PX = 58
const NARROWEST_COLUMN_PX = 168

/** A click means the quarter of an hour it is in. */
const CLICK_MS = 15 * 60_000

declare module 'react' {
  interface CSSProperties {
    '--hour'?: string
    '--axis'?: string
    '--head'?: string
  }
}

type ScheduleGridProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  timeZone: string
  now: number
  /** What is shown is the day before; this one is on its way. */
  isStale: boolean
  viewer: Viewer
  move: AppointmentMove
  /** Opens the dialog of somebody's hours. */
  onHours: (of: HoursToChange) => void
  /** Opens the dialog of an appointment. */
  onOpen: (appointmentId: number) => void
  /** Books at a free time of somebody's hours. */
  onBook: (hours: Ground, at: number) => void
}

/**
 * The time grid: a column for each clinician, room or day, of which only those in sight are drawn.
 * For screen readers a column is a row of the grid and what it has are its cells: one list of cells
 * for each person, in the order of time. One cell has the focus; the arrows take it elsewhere.
 */
export default function ScheduleGrid(props: ScheduleGridProps) {
  const { layout, address, timeZone, now, isStale, viewer, move, onHours, onOpen, onBook } = props
  const { axis, columns } = layout
  const { place } = address
  const isStaff = place.by === 'staff'
  const rights = rightsOf(viewer)
  const today = plainDateAt(now, timeZone)
  const { appointment, to, objection } = move.context
  const isCarrying = move.state === 'carrying'
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [cursor, setCursor] = useState<Cursor>(() => firstCursor(layout, now))
  const isWanted = useRef(false)
  const isInside = useRef(false)
  const grid = useRef<HTMLDivElement>(null)
  const column = Math.min(cursor.column, columns.length - 1)
  const size = Math.max(NARROWEST_COLUMN_PX, Math.floor((width - AXIS_PX) / columns.length))

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: () => size,
    getItemKey: (index) => columns[index]?.key ?? index,
    overscan: 2,
    scrollPaddingStart: AXIS_PX,
    // The cell with the focus is always drawn: with it would go the focus.
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return drawn.includes(column) ? drawn : [...drawn, column].sort((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is another layout
  useLayoutEffect(() => virtual.measure(), [virtual, size])

  const top = (date: string, at: number) => placeOnAxis(axis, date, at) * HOUR_PX
  const dates = axis.days.map(({ date }) => date).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day that is shown
  useLayoutEffect(() => {
    const start = firstCursor(layout, now)
    setCursor(start)
    const first = columns[start.column]
    if (first) frame.current?.scrollTo({ top: Math.max(top(first.date, start.at) - 40, 0) })
  }, [dates])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useLayoutEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    virtual.scrollToIndex(column)
    const cell = tabbable(frame.current)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cursor])

  // What had the focus may be gone, moved or cancelled by somebody: the cell in its place takes it.
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      tabbable(frame.current)?.focus({ preventScroll: true })
    }
  })

  const target = to ? columnOf(layout, isStaff, to) : -1
  const onTaken = useDrag({
    layout,
    isStaff,
    frame,
    grid,
    columnWidth: size,
    hour: HOUR_PX,
    send: move.send,
  })
  const handleOf = (block: Block) =>
    rights.mayMove(block) ? { onTaken, mayResize: rights.mayResize } : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is carried stays in sight
  useLayoutEffect(() => {
    if (!isCarrying || target < 0) return
    virtual.scrollToIndex(target)
    frame.current?.querySelector('.schedule-ghost')?.scrollIntoView({ block: 'nearest' })
  }, [target, to?.start])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    if (isCarrying && appointment && to) {
      const carried = carriedByKey(layout, isStaff, rights.mayResize, { appointment, to }, event)
      if (!carried) return
      event.preventDefault()
      move.send(carried)
      if (carried.type !== 'appointment.dropped' || target < 0 || objection !== '') return
      isWanted.current = true
      setCursor({ column: target, at: to.start })
      return
    }
    const current = columns[column]
    if (event.key.toLowerCase() === 'a' && !event.ctrlKey && current) {
      const hours = rights.hoursAt(current, cursor.at, isStaff, timeZone)
      if (!hours) return
      event.preventDefault()
      onHours(hours)
      return
    }
    const here = current && blockAt(current, cursor.at)
    if (event.key === 'Enter' && here && isOpenable(here)) {
      event.preventDefault()
      onOpen(here.appointment.id)
      return
    }
    const free = current && !here ? rights.bookableAt(current, cursor.at, today) : null
    if (free && !event.ctrlKey && (event.key === 'Enter' || event.key.toLowerCase() === 'n')) {
      event.preventDefault()
      onBook(free, cursor.at)
      return
    }
    if (event.key.toLowerCase() === 'm' && !event.ctrlKey && here && rights.mayMove(here)) {
      event.preventDefault()
      move.send({ type: 'appointment.taken', appointment: takenFrom(here) })
      return
    }
    const next = moved(layout, { ...cursor, column }, event.key, event.ctrlKey)
    if (!next) return
    event.preventDefault()
    isWanted.current = true
    setCursor(next)
  }

  const choosePlace = (index: number, pixels: number) => {
    const at = instantOnAxis(axis, columns[index]?.date ?? '', pixels / HOUR_PX)
    if (at === null) return
    isWanted.current = true
    setCursor({ column: index, at: Math.floor(at / CLICK_MS) * CLICK_MS })
  }
  const atCursor = columns[column]
  const freeAtCursor = atCursor ? rights.bookableAt(atCursor, cursor.at, today) : null

  const items = virtual.getVirtualItems()
  const total = virtual.getTotalSize()
  const isWeek = axis.days.length > 1
  return (
    <>
      <MoveBar
        state={move.state}
        to={to}
        objection={objection}
        over={columns[target]?.name ?? ''}
        timeZone={timeZone}
        send={move.send}
      />
      <div
        ref={frame}
        className="schedule-frame"
        aria-busy={isStale || undefined}
        style={{ '--hour': `${HOUR_PX}px`, '--axis': `${AXIS_PX}px`, '--head': `${HEAD_PX}px` }}
      >
        <div className="schedule-canvas" style={{ width: total + AXIS_PX }}>
          <div className="schedule-heads">
            <div className="schedule-corner" />
            <ul aria-label={isWeek ? 'Days' : 'Columns'} className="contents">
              {items.map(({ index, key, start, size: wide }) => {
                const head = columns[index]
                if (!head) return null
                return (
                  <li
                    key={String(key)}
                    className="schedule-head"
                    style={{ left: start + AXIS_PX, width: wide }}
                  >
                    <ColumnHead column={head} isWeek={isWeek} address={address} />
                  </li>
                )
              })}
            </ul>
          </div>
          <div className="schedule-body" style={{ height: axis.rows.length * HOUR_PX }}>
            <div className="schedule-times" aria-hidden="true">
              {axis.rows.map(({ key, label }) => (
                <div key={key}>{label}</div>
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
              onFocus={() => {
                isInside.current = true
              }}
              onBlur={({ target: left }) => {
                isInside.current = !left.isConnected
              }}
            >
              {items.map(({ index, key, start, size: wide }) => {
                const drawn = columns[index]
                if (!drawn) return null
                return (
                  <ColumnRow
                    key={String(key)}
                    column={drawn}
                    index={index}
                    left={start}
                    width={wide}
                    label={isWeek ? formatPlainDate(drawn.date) : nameOf(drawn)}
                    top={top}
                    timeZone={timeZone}
                    cursorAt={index === column ? cursor.at : null}
                    onChosen={(at) => setCursor({ column: index, at })}
                    nowAt={isToday(layout, drawn, now) ? now : null}
                    handleOf={handleOf}
                    onOpen={onOpen}
                    isOfHours={place.action === 'your-availability'}
                    onPlaceChosen={(pixels) => choosePlace(index, pixels)}
                    onBook={
                      index === column && freeAtCursor
                        ? () => onBook(freeAtCursor, cursor.at)
                        : null
                    }
                    openerOf={(ground) =>
                      rights.mayChangeHours(ground) ? () => onHours(hoursOf(ground)) : null
                    }
                  />
                )
              })}
              {to && target >= 0 && (
                <Ghost
                  to={to}
                  isRefused={objection !== ''}
                  left={target * size}
                  width={size}
                  top={top(columns[target]?.date ?? '', to.start)}
                  bottom={top(columns[target]?.date ?? '', to.end)}
                  timeZone={timeZone}
                />
              )}
            </div>
          </div>
        </div>
      </div>
      <KeyboardHelp rights={rights} />
    </>
  )
}

const tabbable = (frame: HTMLElement | null) =>
  frame?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')

type GhostProps = {
  to: MoveTarget
  isRefused: boolean
  left: number
  width: number
  top: number
  bottom: number
  timeZone: string
}

function Ghost({ to, isRefused, left, width, top, bottom, timeZone }: GhostProps) {
  return (
    <div
      aria-hidden="true"
      className={isRefused ? 'schedule-ghost schedule-ghost-refused' : 'schedule-ghost'}
      style={{ left, width, top, height: bottom - top }}
    >
      {formatTimeRange(to.start, to.end, timeZone)}
    </div>
  )
}

function ColumnHead({
  column,
  isWeek,
  address,
}: {
  column: Column
  isWeek: boolean
  address: ScheduleAddress
}) {
  const [weekday, day] = weekdayAndDay(column.date)
  return (
    <>
      <a
        className="schedule-head-link"
        {...address.linkTo(isWeek ? { span: 'day', date: column.date } : { only: column.id })}
      >
        {isWeek ? weekday : column.name}
      </a>
      <span className="schedule-head-site">{isWeek ? day : column.site}</span>
    </>
  )
}

const nameOf = ({ name, site }: Column) => [name, site].filter(Boolean).join(', ')

const isToday = ({ axis }: ScheduleLayout, { date }: Column, now: number) =>
  axis.days.some((day) => day.date === date && day.start <= now && now < day.end)

/** Today the present, else where the work of the first column begins. */
function firstCursor({ axis, columns }: ScheduleLayout, now: number): Cursor {
  const today = columns.findIndex(({ date }) =>
    axis.days.some((day) => day.date === date && day.start <= now && now < day.end),
  )
  if (today >= 0) return { column: today, at: Math.floor(now / 900_000) * 900_000 }
  const first = columns[0]
  const at = first?.blocks[0]?.start ?? first?.ground[0]?.start ?? axis.days[0]?.start ?? 0
  return { column: 0, at }
}
