import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { FormCalls } from '../form-calls.ts'

type VersionsProps = { calls: FormCalls; form: ClinicianForm; timeZone: string }

export function FormVersions({ calls, form, timeZone }: VersionsProps) {
  if (form.versions.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="heading-3">Versions</h3>
      <ol className="flex flex-col gap-2">
        {form.versions.map(({ id, submitted, submitted_by_name, reason }) => (
          <li key={id}>
            {reason ? 'Amended' : 'Completed'} by {submitted_by_name},{' '}
            <a className="link" href={calls.addressOf('completed', id)}>
              {formatDateTime(submitted, timeZone)}
            </a>
            {reason && <p className="hint whitespace-pre-line wrap-anywhere">Why: {reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
