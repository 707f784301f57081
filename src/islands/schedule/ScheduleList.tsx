import { formatPlainDate, formatTime, formatTimeRange } from '#lib/dates/format-date-time.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { nextMark } from '#lib/scheduling/slot-mark.ts'
import { useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { AlertMark, FormMark } from './FormMark.tsx'
import { formatFormAlerts, formatStatus } from './format-appointment.ts'
import { countedBookings } from './format-hours.ts'
import { listEntries } from './list-entries.ts'
import { StatusMark } from './StatusMark.tsx'
import type { ScheduleAddress } from './schedule-address.ts'
import type { Block, GridColumn, HoursBlock, ScheduleLayout } from './schedule-layout.ts'

type ScheduleListProps = {
  layout: ScheduleLayout
  address: ScheduleAddress
  everything?: boolean
  onOpen?: ((appointmentId: number) => void) | undefined
  hoursAt: (column: GridColumn, at: number) => HoursBlock | null
  onBook: (hours: HoursBlock, at: number) => void
}

/** Lists stand where a grid has no room. */
export function ScheduleList(props: ScheduleListProps) {
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
