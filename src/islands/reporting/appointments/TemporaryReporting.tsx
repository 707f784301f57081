import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#lib/api/api-error.ts'
import { type ApiClient, fileAddress } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import { appointmentStatuses } from '#lib/appointments/appointment-status.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type {
  OutcomeBreakdown,
  ReportedAppointment,
  reportingOperations,
} from '#lib/contract/reporting.ts'
import { formatCalendarDate, formatTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { useApi } from '../../identity/island-context.ts'
import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { StatusTag } from '../../ui/feedback/StatusTag.tsx'
import { AddressForm } from '../../ui/form/AddressForm.tsx'
import { keepShown } from '../../ui/form/at-once.ts'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { ANY_DAY, TextField } from '../../ui/form/TextField.tsx'
import { picked, saidIn } from '../../ui/table/list-address.ts'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { PeriodLinks, periodIn } from '../../ui/table/PeriodLinks.tsx'
import type { TableColumn } from '../../ui/table/table-column.ts'
import { type AddressQuery, useAddressQuery } from '../../ui/use-address-query.ts'
import { BarChart } from '../dashboard/BarChart.tsx'
import { Chart } from '../dashboard/Chart.tsx'
import { NothingToSee } from './NothingToSee.tsx'
import { type ScopeRights, scopeIn, useReportChoices, withChosen } from './report-scope.ts'

type TemporaryReportingProps = ScreenIslandProps & {
  today: string
  scopeRights: ScopeRights
  mayDownload: boolean
}

export function TemporaryReporting({ api: injected, ...props }: TemporaryReportingProps) {
  const { settings, scopeRights } = props
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected}>
      <ReportScreen {...props} />
    </SignedInIsland>
  )
}

type ReportScreenProps = {
  settings: PublicSettings
  search: string
  today: string
  scopeRights: ScopeRights
  mayDownload: boolean
}

function ReportScreen(props: ReportScreenProps) {
  const api = useApi()
  const { settings, search, today, scopeRights, mayDownload } = props
  const { timeZone, apiBase } = settings
  const address = useAddressQuery(search)
  const query = useQuery(reportQuery(api, address.query))
  const refused = query.error instanceof ApiError ? query.error.fields : {}
  return (
    <div className="flex flex-col gap-6">
      <PeriodLinks
        address={address}
        today={today}
        period={periodIn(address.query, today)}
        changes={{ page: null }}
      />
      <ReportFilterForm
        address={address}
        today={today}
        scopeRights={scopeRights}
        errors={refused ?? {}}
      />
      <OutcomeCounts address={address} />
      <PagedTable
        name="temporary-reporting"
        label="Appointments"
        columns={reportColumns(timeZone)}
        query={query}
        address={address}
        nouns={['appointment', 'appointments']}
        keyOf={({ id }) => id}
        usualOrder="start"
        empty="No appointments match these filters. Choose other days or clear the filters."
        toolbar={
          mayDownload && (
            <DownloadLink
              href={fileAddress(apiBase, 'GET admin/temporary-reporting/export/', {
                query: parseReportFilters(address.query),
              })}
            >
              Download CSV
            </DownloadLink>
          )
        }
      />
    </div>
  )
}

type ReportFilterFormProps = {
  address: AddressQuery
  today: string
  scopeRights: ScopeRights
  errors: FieldErrors
}

function ReportFilterForm({ address, today, scopeRights, errors }: ReportFilterFormProps) {
  const api = useApi()
  const said = {
    ...saidIn(address.query, ['site_id', 'appointment_type_id', 'status', 'outcome_id']),
    ...periodIn(address.query, today),
    staff_id: scopeIn(address.query, scopeRights),
  } satisfies Record<ReportFilter, string>
  const choices = useReportChoices(api, scopeRights)
  const selects = [
    ...(scopeRights.mayChoose ? [['staff_id', 'Clinician', choices.clinicians] as const] : []),
    ['site_id', 'Site', choices.sites],
    ['appointment_type_id', 'Appointment type', choices.types],
    ['status', 'Status', statuses],
    ['outcome_id', 'Outcome', choices.outcomes],
  ] as const
  return (
    <AddressForm
      label="Filter the appointments"
      idPrefix="report"
      address={address}
      said={said}
      errors={errors}
      cleared={nothing}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...ANY_DAY} label="From" />
          <TextField {...field('to')} {...ANY_DAY} label="To" />
          {selects.map(([name, label, offered]) => (
            <FilterSelect
              key={name}
              {...field(name)}
              label={label}
              choices={withChosen(offered, said[name])}
            />
          ))}
        </>
      )}
    </AddressForm>
  )
}

type Operations = typeof reportingOperations
type ListQuery = z.input<Operations['GET admin/temporary-reporting/']['query']>
type ExportQuery = z.input<Operations['GET admin/temporary-reporting/export/']['query']>

const REPORT_FILTERS = [
  'from',
  'to',
  'site_id',
  'staff_id',
  'appointment_type_id',
  'status',
  'outcome_id',
] as const satisfies readonly (keyof ExportQuery)[]
type ReportFilter = (typeof REPORT_FILTERS)[number]

const parseReportFilters = (query: URLSearchParams) => picked(query, REPORT_FILTERS) as ExportQuery

function reportQuery(api: ApiClient, address: URLSearchParams) {
  const query = picked(address, [...REPORT_FILTERS, 'page', 'page_size', 'ordering']) as ListQuery
  return queryOptions({
    ...keepShown,
    queryKey: ['temporary-reporting', query],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }): Promise<Page<ReportedAppointment>> =>
      api.call('GET admin/temporary-reporting/', { query, signal }),
  })
}

function outcomesQuery(api: ApiClient, address: URLSearchParams) {
  const query = parseReportFilters(address)
  return queryOptions({
    ...keepShown,
    queryKey: ['temporary-reporting-outcomes', query],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => api.call('GET admin/temporary-reporting/outcomes/', { query, signal }),
  })
}

const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(appointmentStatuses).map(([value, label]) => ({ value, label })),
]

const nothing = Object.fromEntries(
  [...REPORT_FILTERS, 'page', 'page_size', 'ordering'].map((name) => [name, null]),
)

type OutcomeCountsProps = { address: AddressQuery }

function OutcomeCounts({ address }: OutcomeCountsProps) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...outcomesQuery(api, address.query), enabled: isOpen })
  return (
    <details
      onToggle={({ target, currentTarget }) => {
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
    >
      <summary className="cursor-pointer py-2 font-semibold">Outcomes</summary>
      {isOpen && <QueryStatus query={query} what="the outcomes" loading="Counting the outcomes" />}
      {!query.error && query.data && (
        <div className="max-w-160" aria-busy={query.isPlaceholderData || undefined}>
          <Counts found={query.data} />
        </div>
      )}
    </details>
  )
}

function Counts({ found: { completed, without, results } }: { found: OutcomeBreakdown }) {
  if (completed === 0) return <p>None of these appointments have been completed.</p>
  const counts = results.map(({ name, appointments }) => ({ name, value: appointments }))
  if (without > 0) counts.push({ name: 'Not recorded', value: without })
  return (
    <Chart
      title="Outcomes of the completed appointments"
      heads={['Outcome', 'Appointments']}
      rows={counts.map(({ name, value }) => ({ name, cells: [inFigures(value)] }))}
      total={{ name: 'All completed', cells: [inFigures(completed)] }}
    >
      <BarChart bars={counts} format={inFigures} other="outcome" />
    </Chart>
  )
}

function reportColumns(timeZone: string): TableColumn<ReportedAppointment>[] {
  const time = (at: string | null) =>
    at && (
      <time dateTime={at}>
        {formatCalendarDate(plainDateAt(at, timeZone))}, {formatTime(at, timeZone)}
      </time>
    )
  return [
    {
      name: 'start',
      label: 'When',
      cell: ({ start }) => time(start),
      width: 16,
      heading: true,
      sortable: true,
    },
    {
      name: 'patient',
      label: 'Patient',
      cell: ({ patient }) => patient.full_name,
      width: 12,
      sortable: true,
    },
    {
      name: 'appointment_type',
      label: 'Appointment type',
      cell: ({ appointment_type }) => appointment_type.name,
      width: 14,
      sortable: true,
    },
    {
      name: 'clinician',
      label: 'Clinician',
      cell: ({ clinician }) => clinician.full_name,
      width: 11,
      sortable: true,
    },
    { name: 'site', label: 'Site', cell: ({ site }) => site.name, width: 12, sortable: true },
    {
      name: 'status',
      label: 'Status',
      cell: ({ status }) => <StatusTag status={status} />,
      width: 10,
      sortable: true,
    },
    {
      name: 'outcomes',
      label: 'Outcomes',
      cell: ({ outcomes }) => outcomes.map(({ name }) => name).join(', '),
      width: 14,
      hiddenAtFirst: true,
    },
    {
      name: 'duration',
      label: 'Minutes',
      cell: ({ duration }) => duration,
      width: 7,
      sortable: true,
    },
    {
      name: 'room',
      label: 'Room',
      cell: ({ room }) => room.name,
      width: 10,
      hiddenAtFirst: true,
    },
    {
      name: 'reference',
      label: 'Reference',
      cell: ({ reference }) => reference,
      width: 9,
      hiddenAtFirst: true,
    },
    {
      name: 'created',
      label: 'Booked on',
      cell: ({ created }) => time(created),
      width: 16,
      hiddenAtFirst: true,
    },
    {
      name: 'ended',
      label: 'Completed or cancelled on',
      cell: ({ completed_on, cancelled_on }) => time(completed_on ?? cancelled_on),
      width: 16,
      hiddenAtFirst: true,
    },
  ]
}
