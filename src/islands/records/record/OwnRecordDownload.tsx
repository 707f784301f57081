import type { ApiClient } from '#lib/api/client.ts'
import { DownloadLink } from '../../ui/DownloadLink.tsx'

export const OwnRecordDownload = ({ api }: { api: ApiClient }) => (
  <DownloadLink href={api.fileAddress('GET private/patient-record/export/')}>
    Download your record<span className="visually-hidden"> as a JSON file</span>
  </DownloadLink>
)
