import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api-error.ts'
import { fileAddress } from '#lib/api/client.ts'
import type { AuditEvent } from '#lib/contract/audit.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { DownloadLink } from '../ui/DownloadLink.tsx'
import { PagedTable } from '../ui/table/PagedTable.tsx'
import type { RowDetails } from '../ui/table/table-column.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditQuery, parseAuditFilters } from './audit-query.ts'
import { ChosenFilters } from './ChosenFilters.tsx'

type AuditScreenProps = {
  settings: PublicSettings
  search: string
  mayDownload: boolean
}

export function AuditScreen({ settings, search, mayDownload }: AuditScreenProps) {
  const api = useApi()
  const { timeZone, apiBase } = settings
  const address = useAddressQuery(search)
  const query = useQuery(auditQuery(api, address.query))
  const columns = auditColumns(address.linkWith, timeZone)
  const lines = query.data?.results ?? []
  const newest = query.isPlaceholderData ? null : (lines[0]?.sequence ?? null)
  const filters = parseAuditFilters(address.query)
  const upTo = address.query.get('up_to')
  const refused = query.error instanceof ApiError ? query.error.fields : {}

  return (
    <div className="flex flex-col gap-6" data-view-only>
      <AuditFilterForm address={address} errors={refused} />
      <ChosenFilters address={address} lines={lines} />
      <PagedTable
        name="audit"
        label="Audit trail"
        columns={columns}
        query={query}
        address={address}
        words={['entry', 'entries']}
        anchor={{ up_to: upTo ?? newest }}
        keyOf={(event) => event.sequence}
        empty="No entries match these filters."
        details={details}
        toolbar={
          <>
            {upTo ? (
              <p>
                Entries after {upTo} are hidden so that the pages do not change.{' '}
                <a className="link" {...address.linkWith({ up_to: null, page: null })}>
                  Show the newest entries
                </a>
              </p>
            ) : (
              <Button
                look="quiet"
                small
                pending={query.isFetching}
                onClick={() => void query.refetch()}
              >
                Refresh
              </Button>
            )}
            {mayDownload && (
              <DownloadLink
                href={fileAddress(apiBase, 'GET admin/auditevents/export/', { query: filters })}
              >
                Download CSV
              </DownloadLink>
            )}
          </>
        }
      />
    </div>
  )
}

const details: RowDetails<AuditEvent> = {
  nameOf: ({ sequence }) => `entry ${sequence}`,
  content: AuditDetails,
}
