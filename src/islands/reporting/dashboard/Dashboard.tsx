import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { UpcomingAppointment } from '#lib/contract/reporting.ts'
import type { Period } from '#lib/dates/dates.ts'
import { formatCalendarDate, formatTimeRange, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { useApi, useTimeZone } from '../../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { keepShown } from '../../ui/form/at-once.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { picked } from '../../ui/table/list-address.ts'
import { PeriodLinks, periodIn } from '../../ui/table/PeriodLinks.tsx'
import {
  type AddressQuery,
  type QueryChanges,
  useAddressQuery,
} from '../../ui/use-address-query.ts'
import { useLatePart } from '../../ui/use-late-part.ts'
import { NothingToSee } from '../appointments/NothingToSee.tsx'
import {
  type ScopeRights,
  scopeIn,
  useReportChoices,
  withChosen,
} from '../appointments/report-scope.ts'
import { AppointmentLog } from './AppointmentLog.tsx'
import { incomeQuery, numbersQuery } from './dashboard-queries.ts'
import { Figures, Income } from './Figures.tsx'
import { formatReportPeriod } from './format-report-period.ts'
import { NumberCharts } from './NumberCharts.tsx'
import '../charts.css'

type DashboardProps = ScreenIslandProps & {
  today: string
  scopeRights: ScopeRights
  maySeeIncome: boolean
}

export function Dashboard({ api: injected, ...props }: DashboardProps) {
  const { settings, scopeRights } = props
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected}>
      <DashboardScreen {...props} />
    </SignedInIsland>
  )
}

type DashboardScreenProps = {
  settings: PublicSettings
  search: string
  today: string
  scopeRights: ScopeRights
  maySeeIncome: boolean
}

const fromTheStart = { page: null, up_to: null }

function DashboardScreen(props: DashboardScreenProps) {
  const api = useApi()
  const { settings, search, today, scopeRights, maySeeIncome } = props
  const { dashboardUpcomingLimit } = settings
  const address = useAddressQuery(search)
  const numbers = useQuery(numbersQuery(api, address.query))
  const upcoming = useQuery(upcomingQuery(api, address.query, dashboardUpcomingLimit))
  const income = useQuery({ ...incomeQuery(api, address.query), enabled: maySeeIncome })
  const refused = numbers.error instanceof ApiError ? numbers.error.fields : {}
  const period = periodIn(address.query, today)
  const found = numbers.error ? undefined : numbers.data
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <PeriodLinks address={address} today={today} period={period} changes={fromTheStart} />
        <DashboardForm
          address={address}
          today={today}
          scopeRights={scopeRights}
          errors={refused ?? {}}
          changes={fromTheStart}
        />
        <p role="status" className="text-lg font-semibold">
          {found && !numbers.isPlaceholderData && formatHeadline(found, scopeRights)}
        </p>
      </div>
      <Part heading="Appointments" what="the numbers" query={numbers}>
        {(data) => (
          <>
            <Figures numbers={data} />
            <NumberCharts numbers={data} />
            <AppointmentTypes query={address.query} period={data} />
          </>
        )}
      </Part>
      <Part heading="Upcoming appointments" what="the upcoming appointments" query={upcoming}>
        {(data) => <Upcoming found={data} withClinician={found?.clinician === null} />}
      </Part>
      {maySeeIncome && (
        <Part heading="Income from vaccinations" what="the income" query={income}>
          {(data) => <Income income={data} />}
        </Part>
      )}
      <section aria-labelledby="appointment-log" className="flex min-w-0 flex-col gap-4">
        <h2 id="appointment-log" className="heading-2">
          What happened
        </h2>
        <AppointmentLog address={address} />
      </section>
    </div>
  )
}

type Found = { from: string; to: string; clinician: { id: number; full_name: string } | null }

function formatHeadline({ clinician, ...period }: Found, { staffId }: ScopeRights): string {
  const reportScope = clinician === null ? 'Everybody' : clinician.full_name
  return `${reportScope}${clinician?.id === staffId ? ' (you)' : ''}, ${formatReportPeriod(period)}`
}

type AppointmentTypesProps = { query: URLSearchParams; period: Period }

function AppointmentTypes({ query, period }: AppointmentTypesProps) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useLatePart(
    () => import('./AppointmentTypesDialog.tsx'),
    () =>
      notify('We could not load the appointment types. Check your connection and try again.', {
        kind: 'failed',
      }),
  )
  return (
    <div>
      <Button
        look="secondary"
        pending={dialog.isLoading}
        onClick={() => dialog.open(() => setOpen(true))}
      >
        All appointment types
      </Button>
      {isOpen && dialog.part && (
        <dialog.part.AppointmentTypesDialog
          query={query}
          period={period}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type PartProps<T> = {
  heading: string
  what: string
  query: {
    data: T | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  children: (found: T) => ReactNode
}

/** A part of the dashboard that is loaded by itself: one that fails takes no other with it. */
function Part<T>({ heading, what, query, children }: PartProps<T>) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      aria-busy={query.isPlaceholderData || undefined}
      className="flex min-w-0 flex-col gap-4"
    >
      <h2 id={id} className="heading-2">
        {heading}
      </h2>
      {query.error || query.data === undefined ? (
        <QueryStatus query={query} what={what} loading={`Loading ${what}`} />
      ) : (
        children(query.data)
      )}
    </section>
  )
}

type UpcomingProps = {
  found: { count: number; results: readonly UpcomingAppointment[] }
  withClinician: boolean
}

function Upcoming({ found, withClinician }: UpcomingProps) {
  const timeZone = useTimeZone()
  const { count, results } = found
  if (results.length === 0) return <p className="card">There are no upcoming appointments.</p>
  return (
    <>
      <p>
        {count > results.length
          ? `The next ${inFigures(results.length)} of ${counted(count, 'upcoming appointment')}.`
          : counted(count, 'appointment')}
      </p>
      <ol className="card upcoming">
        {results.map(({ id, start, end, patient, appointment_type, clinician, site, room }) => (
          <li key={id}>
            <p className="font-semibold">
              <a className="link" href={`/clinic/record-details?appointment_id=${id}`}>
                <time dateTime={start}>
                  {formatCalendarDate(plainDateAt(start, timeZone))},{' '}
                  {formatTimeRange(start, end, timeZone)}
                </time>
              </a>
            </p>
            <p className="wrap-anywhere">
              {patient.full_name}, {appointment_type.name}
            </p>
            <p className="text-ink-soft wrap-anywhere">
              {[withClinician && clinician.full_name, room.name, site.name]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

type DashboardFormProps = {
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  errors: FieldErrors
  changes: QueryChanges
}

function DashboardForm(props: DashboardFormProps) {
  const api = useApi()
  const { address, today, scopeRights, errors, changes } = props
  const said = {
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  }
  const { clinicians } = useReportChoices(api, scopeRights)
  return (
    <AddressForm
      label="Days and clinician"
      idPrefix="dashboard"
      {...{ address, said, errors, changes }}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
          {scopeRights.mayChoose && (
            <div className="min-w-0 grow basis-56 sm:max-w-80">
              <SelectField
                {...field('staff_id')}
                label="Clinician"
                choices={withChosen(clinicians, said.staff_id)}
              />
            </div>
          )}
        </>
      )}
    </AddressForm>
  )
}

function upcomingQuery(api: ApiClient, address: URLSearchParams, limit: number) {
  const query = { ...picked(address, ['staff_id']), limit }
  return queryOptions({
    ...keepShown,
    queryKey: ['clinician-upcoming-appointments', query],
    queryFn: ({ signal }): Promise<Page<UpcomingAppointment>> =>
      api.call('GET admin/clinician-upcoming-appointments/', { query, signal }),
  })
}
