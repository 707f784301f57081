import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { FormAlerts } from '../../forms/answers/FormAlerts.tsx'
import { AllergyStatement } from '../../records/record/AllergyStatement.tsx'
import { Button } from '../../ui/Button.tsx'
import { useSectionFocus } from './section-form.ts'
import type { SectionProps } from './section-props.ts'

/** Always in sight: who it is, and what to know before anything is given. */
export function PatientFacts({
  start: { patient, allergies, alerts },
}: Pick<SectionProps, 'start'> & {}) {
  const facts: [string, string][] = [
    ['Name', patient.full_name],
    ['Date of birth', patient.dob ? formatCalendarDate(patient.dob) : 'Not known'],
    ['NHS number', patient.nhs_number ? spacedNhsNumber(patient.nhs_number) : 'Not known'],
  ]
  return (
    <section aria-label="Patient" className="flex flex-col gap-3">
      {patient.is_deceased && (
        <p className="banner banner-danger font-semibold">This patient has died.</p>
      )}
      <dl className="summary-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div>
          <dt>Allergies</dt>
          <dd className="wrap-anywhere">
            <AllergyStatement allergies={allergies} />
          </dd>
        </div>
      </dl>
      <FormAlerts alerts={alerts} />
    </section>
  )
}

export function PatientSection({ send }: Pick<SectionProps, 'send'>) {
  const section = useSectionFocus<HTMLDivElement>()
  return (
    <div ref={section} className="flex flex-col items-start gap-4">
      <p>Ask for the patient’s name and date of birth. Check them with the details above.</p>
      <Button onClick={() => send({ type: 'patient.confirmed' })}>This is the right patient</Button>
    </div>
  )
}
