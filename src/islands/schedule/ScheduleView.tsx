import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatPlainDate, formatTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { nextMark } from '#lib/scheduling/slot-mark.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { lateComponent } from '../ui/late-component.tsx'
import { AlertMark, FormMark } from './FormMark.tsx'
import { formatBlock, formatFormAlerts, formatStatus } from './format-appointment.ts'
import { bookedIn, bookedOutside, countedBookings } from './format-hours.ts'
import type { GridReschedule } from './grid/use-appointment-move.ts'
import { listEntries } from './list-entries.ts'
import { StatusMark } from './StatusMark.tsx'
import type { ScheduleAddress, SchedulePlace } from './schedule-address.ts'
import type { Block, GridColumn, HoursBlock, ScheduleLayout } from './schedule-layout.ts'
import { type ScheduleRights, toEditedDayOff, toEditedHours } from './schedule-rights.ts'
import type { Span } from './time-axis.ts'
import { WeekOverview } from './week/WeekOverview.tsx'

const ScheduleGrid = lateComponent(
  async () => (await import('./grid/ScheduleGrid.tsx')).default,
  <Loading label="Loading the schedule" />,
)

export const loadScheduleGrid = ScheduleGrid.load

type ScheduleViewProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  now: number
  isNarrow: boolean
  isStale: boolean
  rights: ScheduleRights
  move: GridReschedule
  onHours: (of: EditedHours) => void
  onOpen: (appointmentId: number) => void
  onBook: (hours: HoursBlock, at: number, drawn?: Span) => void
  onDrawing: (isDrawing: boolean) => void
}

export function ScheduleView(props: ScheduleViewProps) {
  const timeZone = useTimeZone()
  const { layout, address, rights, isNarrow, onHours, onOpen, onBook } = props
  const isPrinting = useIsPrinting()
  const { place } = address
  const isList = isNarrow || place.look === 'list'
  if (layout.columns.length === 0) return <p className="card">{formatEmpty(place)}</p>
  if (place.only === null && place.span === 'week') {
    const overview = { layout, address, timeZone, today: rights.today, now: props.now }
    return <WeekOverview {...overview} isList={isList && !isPrinting} />
  }
  if (rights.isOfHours && (isList || isPrinting)) {
    return <HoursList layout={layout} rights={rights} onHours={onHours} />
  }
  if (isList || isPrinting) {
    return (
      <ScheduleList
        layout={layout}
        address={address}
        everything={isPrinting}
        onOpen={isPrinting ? undefined : onOpen}
        hoursAt={isPrinting ? () => null : rights.bookableAt}
        onBook={onBook}
      />
    )
  }
  return <ScheduleGrid {...props} />
}

function formatEmpty({ by, siteId, span }: SchedulePlace): string {
  const where = by === 'room' ? ' in any room' : ''
  const site = siteId === null ? '' : ' at this branch'
  return `Nobody is working${where}${site} ${span === 'week' ? 'this week' : 'on this day'}, and nothing is booked.`
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const update = (is: boolean) => flushSync(() => setPrinting(is))
    const onChange = () => update(media.matches)
    const before = () => update(true)
    const after = () => update(false)
    setPrinting(media.matches)
    media.addEventListener('change', onChange)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      media.removeEventListener('change', onChange)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}

type HoursListProps = {
  layout: ScheduleLayout
  rights: ScheduleRights
  onHours: (of: EditedHours) => void
}

function HoursList({ layout, ...props }: HoursListProps) {
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

type ScheduleListProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  everything?: boolean
  onOpen?: ((appointmentId: number) => void) | undefined
  hoursAt: (column: GridColumn, at: number) => HoursBlock | null
  onBook: (hours: HoursBlock, at: number) => void
}

/** Lists stand where a grid has no room. */
function ScheduleList(props: ScheduleListProps) {
  const { layout, address, everything, onOpen, hoursAt, onBook } = props
  const { place } = address
  if (place.only === null && !everything) return <WhoList layout={layout} address={address} />
  return (
    <div className={everything ? 'day-lists day-lists-all' : 'day-lists'}>
      {layout.columns.map((column) => (
        <section key={column.key} className="day-section">
          <h2 className="heading-3">
            {place.only === null || everything ? column.name : formatPlainDate(column.date)}
          </h2>
          {everything && place.span === 'week' && <p>{formatPlainDate(column.date)}</p>}
          <DayEntries {...{ column, onOpen, hoursAt, onBook }} />
        </section>
      ))}
    </div>
  )
}

function WhoList({ layout, address }: Pick<ScheduleListProps, 'layout' | 'address'>) {
  const { place, linkTo } = address
  return (
    <ul className="who-list">
      {layout.columns.map((column) => (
        <li key={column.key}>
          <a className="who" {...linkTo({ only: column.id })}>
            <span className="font-semibold">{column.name}</span>{' '}
            <span className="text-ink-soft">
              {[column.site, countedBookings(column.blocks.length)].filter(Boolean).join(', ')}
            </span>
          </a>
        </li>
      ))}
      <li className="visually-hidden">
        {layout.columns.length} {place.by === 'staff' ? 'clinicians' : 'rooms'}
      </li>
    </ul>
  )
}

type DayEntriesProps = Pick<ScheduleListProps, 'onOpen' | 'hoursAt' | 'onBook'> & {
  column: GridColumn
}

function DayEntries({ column, onOpen, hoursAt, onBook }: DayEntriesProps) {
  const timeZone = useTimeZone()
  const entries = listEntries(column)
  if (entries.length === 0) return <p className="text-ink-soft">Not working, nothing booked.</p>
  return (
    <ol className="day-entries">
      {entries.map((entry) =>
        entry.kind === 'free' ? (
          <li key={entry.key} className="entry entry-free">
            <span className="entry-time">{formatTimeRange(entry.start, entry.end, timeZone)}</span>
            <span>
              Free, {entry.where}
              <BookFrom at={entry.start} {...{ column, hoursAt, onBook }} />
            </span>
          </li>
        ) : (
          <li key={entry.key} className={`entry block-${entry.block.appointment.status}`}>
            <span className="entry-time">
              {formatTimeRange(entry.block.whole.start, entry.block.whole.end, timeZone)}
            </span>
            <span>
              {onOpen && entry.block.who ? (
                <button
                  type="button"
                  className="entry-button"
                  onClick={() => onOpen(entry.block.appointment.id)}
                >
                  {entry.block.who}
                </button>
              ) : (
                <span className="font-semibold">{entry.block.who || 'Being booked'}</span>
              )}
              <Alerts block={entry.block} />
              <br />
              {entry.block.type}, {entry.block.where}
            </span>
            <span className="entry-status">
              <StatusMark {...entry.block.appointment} />
              {formatStatus(entry.block.appointment)}
              <BlockForms block={entry.block} />
            </span>
          </li>
        ),
      )}
    </ol>
  )
}

function Alerts({ block }: { block: Block }) {
  return formatFormAlerts(block.appointment.forms).map((label) => (
    <span key={label} className="entry-alert">
      <AlertMark /> {label}
    </span>
  ))
}

function BlockForms({ block: { appointment } }: { block: Block }) {
  const { forms } = appointment
  const label = forms && formatStaffFormProgress(forms)
  if (!label) return null
  return (
    <>
      <FormMark forms={forms} />
      {label}
    </>
  )
}

type BookFromProps = Omit<DayEntriesProps, 'onOpen'> & { at: number }

function BookFrom({ column, at: free, hoursAt, onBook }: BookFromProps) {
  const timeZone = useTimeZone()
  const at = nextMark(free)
  const hours = hoursAt(column, at)
  if (!hours) return null
  return (
    <>
      <br />
      <Button look="secondary" small onClick={() => onBook(hours, at)}>
        Book at {formatTime(at, timeZone)}
      </Button>
    </>
  )
}
