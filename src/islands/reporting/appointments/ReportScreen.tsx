import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api-error.ts'
import { fileAddress } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { useApi } from '../../identity/island-context.ts'
import { DownloadLink } from '../../ui/DownloadLink.tsx'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { PeriodLinks, periodIn } from '../../ui/table/PeriodLinks.tsx'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { OutcomeCounts } from './OutcomeCounts.tsx'
import { ReportFilterForm } from './ReportFilterForm.tsx'
import { reportColumns } from './report-columns.tsx'
import { parseReportFilters, reportQuery } from './report-query.ts'
import type { ScopeRights } from './report-scope.ts'

type ReportScreenProps = {
  settings: PublicSettings
  search: string
  today: string
  scopeRights: ScopeRights
  mayDownload: boolean
}

export function ReportScreen(props: ReportScreenProps) {
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
        words={['appointment', 'appointments']}
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
