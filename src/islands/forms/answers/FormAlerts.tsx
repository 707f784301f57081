import type { SubmittedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import { formatAlerts } from '#lib/forms/format-progress.ts'

type FormAlertsProps = {
  alerts: readonly Pick<SubmittedFormSummary['alerts'][number], 'level' | 'text'>[]
}

/** Shows what answers warn staff of, stops first; nothing where there is nothing to warn of. */
export function FormAlerts({ alerts }: FormAlertsProps) {
  if (alerts.length === 0) return null
  return (
    <ul aria-label="Alerts" className="banner banner-danger flex flex-col gap-1">
      {formatAlerts(alerts).map((text) => (
        <li key={text} className="font-semibold wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  )
}
