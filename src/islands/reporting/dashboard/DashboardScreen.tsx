import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api-error.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { useApi } from '../../identity/island-context.ts'
import { PeriodLinks, periodIn } from '../../ui/table/PeriodLinks.tsx'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import type { ScopeRights } from '../appointments/report-scope.ts'
import { AppointmentLog } from './AppointmentLog.tsx'
import { AppointmentTypes } from './AppointmentTypes.tsx'
import { DashboardForm } from './DashboardForm.tsx'
import { incomeQuery, numbersQuery, upcomingQuery } from './dashboard-queries.ts'
import { Figures } from './Figures.tsx'
import { formatReportPeriod } from './format-report-period.ts'
import { Income } from './Income.tsx'
import { NumberCharts } from './NumberCharts.tsx'
import { Part } from './Part.tsx'
import { Upcoming } from './Upcoming.tsx'

type DashboardScreenProps = {
  settings: PublicSettings
  search: string
  today: string
  scopeRights: ScopeRights
  maySeeIncome: boolean
}

const fromTheStart = { page: null, up_to: null }

export function DashboardScreen(props: DashboardScreenProps) {
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
