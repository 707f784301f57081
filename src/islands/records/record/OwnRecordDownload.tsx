import { useApi } from '../../identity/island-context.ts'
import { DownloadLink } from '../../ui/DownloadLink.tsx'

export const OwnRecordDownload = () => {
  const api = useApi()
  return (
    <DownloadLink href={api.fileAddress('GET private/patient-record/export/')}>
      Download your record<span className="visually-hidden"> as a JSON file</span>
    </DownloadLink>
  )
}
