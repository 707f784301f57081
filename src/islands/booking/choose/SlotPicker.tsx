import { useEffect, useRef, useState } from 'react'
import type { SiteSummary, Slot, WeeklyAvailability } from '#lib/contract/booking.ts'
import {
  addDays,
  formatDateRange,
  formatPlainDate,
  mondayBefore,
  weekdayAndDay,
} from '#lib/dates/format-date-time.ts'
import { counted } from '#lib/text/format-number.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { useArrowKeys } from '../../ui/use-arrow-keys.ts'
import { SlotSkeleton } from './SlotSkeleton.tsx'
import { type Day, sitesWith } from './slot-groups.ts'
import { TimeList } from './TimeList.tsx'
import type { PendingSlot } from './TimesOfDay.tsx'
import './times.css'

const NoTimes = lateComponent(() => import('./NoTimes.tsx').then((part) => part.NoTimes))

const EVERY_SITE = ''
const UNKNOWN_SITE = 'the branch you chose'

type SlotPickerProps = {
  timeZone: string
  today: string
  requestedWeek: string
  week: WeeklyAvailability | null
  status: 'loading' | 'ready' | 'failed'
  day: string | null
  site: string | null
  pendingSlot?: PendingSlot
  onWeekChosen: (date: string, day: string | null) => void
  onDaySelected: (date: string) => void
  onSiteSelected: (slug: string | null) => void
  onSlotSelected: (slot: Slot) => void
  onRetry: () => void
}

/** Day first, then morning, afternoon or evening, then the time. */
export function SlotPicker(props: SlotPickerProps) {
  const { timeZone, today, requestedWeek, week, status, day, site, pendingSlot } = props
  const sites = useSitesSeen(week)
  const timesHeading = useRef<HTMLHeadingElement>(null)
  const focusWhenShown = useRef<string | null>(null)
  const days = week ? daysAtSite(week, site) : []
  const withTimes = days.filter(({ slots }) => slots.length > 0)
  const shownDay = withTimes.find(({ date }) => date === day) ?? withTimes[0]
  const siteName = site === null ? null : findSiteName(site, sites)

  useEffect(() => {
    if (!shownDay || focusWhenShown.current !== shownDay.date) return
    focusWhenShown.current = null
    timesHeading.current?.focus()
  }, [shownDay])

  const goToNextAvailable = (date: string) => {
    focusWhenShown.current = date
    props.onWeekChosen(date, date)
  }

  return (
    <div className="flex flex-col gap-6">
      {(sites.length > 1 || site !== null) && (
        <div className="max-w-md">
          <SelectField
            id="slot-site"
            label="Where"
            value={site ?? EVERY_SITE}
            choices={[
              { value: EVERY_SITE, label: 'All branches' },
              ...sites.map(({ slug, name }) => ({ value: slug, label: name })),
              ...(siteName === UNKNOWN_SITE && site ? [{ value: site, label: siteName }] : []),
            ]}
            onChange={(event) => props.onSiteSelected(event.target.value || null)}
          />
        </div>
      )}
      <section aria-labelledby="slot-week" className="flex flex-col gap-4">
        <WeekNavigation
          headingId="slot-week"
          today={today}
          requestedWeek={requestedWeek}
          week={week}
          status={status}
          hasTimes={withTimes.length > 0}
          onWeekChosen={props.onWeekChosen}
        />
        {status === 'failed' && <WeekNotLoaded week={requestedWeek} onRetry={props.onRetry} />}
        {!week && status !== 'failed' && <SlotSkeleton />}
        {week && (
          <>
            <p role="status" className="visually-hidden">
              {status === 'loading' ? 'Loading times' : spokenSummary(week, withTimes)}
            </p>
            {withTimes.length > 0 ? (
              <DayList days={days} chosen={shownDay?.date ?? null} onSelect={props.onDaySelected} />
            ) : (
              <NoTimes
                week={week}
                today={today}
                siteName={siteName}
                onNextAvailable={goToNextAvailable}
                onEverySite={() => props.onSiteSelected(null)}
              />
            )}
          </>
        )}
      </section>
      {day !== null &&
        shownDay &&
        shownDay.date !== day &&
        days.some(({ date }) => date === day) && (
          <p role="status" className="banner">
            No times on {formatPlainDate(day)}
            {siteName && ` at ${siteName}`}. Choose another day.
          </p>
        )}
      {shownDay && (
        <TimeList
          headingRef={timesHeading}
          day={shownDay}
          days={days}
          timeZone={timeZone}
          pendingSlot={pendingSlot}
          onSelect={props.onSlotSelected}
          onSiteSelected={props.onSiteSelected}
        />
      )}
    </div>
  )
}

function findSiteName(site: string, sites: readonly SiteSummary[]): string {
  return sites.find(({ slug }) => slug === site)?.name ?? UNKNOWN_SITE
}

/** Remembers every site met so far, so that a filter does not hide the choice to leave it. */
function useSitesSeen(week: WeeklyAvailability | null) {
  const [seen, setSeen] = useState(() => sitesWith([], week))
  const sites = sitesWith(seen, week)
  if (sites !== seen) setSeen(sites)
  return sites
}

function spokenSummary(
  { week_start, week_end }: WeeklyAvailability,
  days: readonly { slots: readonly unknown[] }[],
): string {
  const times = days.reduce((total, { slots }) => total + slots.length, 0)
  const range = formatDateRange(week_start, week_end)
  return `${range}: ${times === 1 ? '1 time' : `${times || 'no'} times`} to choose from`
}

type WeekNotLoadedProps = { week: string; onRetry: () => void }

function WeekNotLoaded({ week, onRetry }: WeekNotLoadedProps) {
  const monday = mondayBefore(week)
  return (
    <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>We could not load the times for {formatDateRange(monday, addDays(monday, 6))}.</p>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type WeekNavigationProps = {
  headingId: string
  today: string
  requestedWeek: string
  week: WeeklyAvailability | null
  status: 'loading' | 'ready' | 'failed'
  hasTimes: boolean
  onWeekChosen: (date: string, day: string | null) => void
}

function WeekNavigation(props: WeekNavigationProps) {
  const { headingId, today, requestedWeek, week, status, hasTimes, onWeekChosen } = props
  const requested = mondayBefore(requestedWeek)
  const shown = week?.week_start ?? requested
  // Nothing in this week nor after it, up to the booking horizon: there is nowhere to go.
  const isLast = status === 'ready' && week !== null && !hasTimes && week.next_available === null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 id={headingId} tabIndex={-1} className="heading-2 basis-full scroll-mt-4 sm:basis-auto">
        {formatDateRange(shown, addDays(shown, 6))}
        {status === 'loading' && week && <span className="spinner ms-3 inline-block" aria-hidden />}
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          small
          unavailable={requested <= mondayBefore(today)}
          onClick={() => onWeekChosen(addDays(requested, -7), null)}
        >
          Previous week
        </Button>
        <Button
          look="secondary"
          small
          unavailable={isLast}
          onClick={() => onWeekChosen(addDays(requested, 7), null)}
        >
          Next week
        </Button>
      </div>
    </div>
  )
}

type DayListProps = {
  days: readonly Day[]
  chosen: string | null
  onSelect: (date: string) => void
}

function DayList({ days, chosen, onSelect }: DayListProps) {
  const arrowKeys = useArrowKeys()
  return (
    <div className="days">
      <ul aria-label="Days" className="day-list" onKeyDown={arrowKeys}>
        {days.map(({ date, slots }) => {
          const text = <DayLabel date={date} times={slots.length} />
          return (
            <li key={date}>
              {slots.length === 0 ? (
                <div className="day">{text}</div>
              ) : (
                <button
                  type="button"
                  className="day"
                  aria-pressed={date === chosen}
                  onClick={() => date !== chosen && onSelect(date)}
                >
                  {text}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function DayLabel({ date, times }: { date: string; times: number }) {
  const [weekday, day] = weekdayAndDay(date)
  return (
    <>
      <span>
        <span className="font-semibold">{weekday}</span> <span className="day-date">{day}</span>
      </span>{' '}
      <span className="day-times">{times === 0 ? 'No times' : counted(times, 'time')}</span>
    </>
  )
}

function daysAtSite(week: WeeklyAvailability, site: string | null): Day[] {
  if (site === null) return week.days
  return week.days.map(({ date, slots }) => ({
    date,
    slots: slots.filter((slot) => slot.site.slug === site),
  }))
}
