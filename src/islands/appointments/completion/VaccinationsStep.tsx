import type { UseQueryResult } from '@tanstack/react-query'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { mayVaccinate } from '#lib/vaccinations/vaccination-rules.ts'
import { useTimeZone, useViewer } from '../../identity/island-context.ts'
import { AllergyStatement } from '../../records/record/AllergyStatement.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { vaccinationLines } from '../../vaccinations/VaccinationEntry.tsx'
import { CompletionStep } from './CompletionStep.tsx'
import { recordedAt } from './missing-parts.ts'

type VaccinationsStepProps = {
  appointment: ClinicAppointment
  query: UseQueryResult<VaccinationStart>
  onRecord: () => void
}

export function VaccinationsStep(props: VaccinationsStepProps) {
  const viewer = useViewer()
  const timeZone = useTimeZone()
  const { appointment, query, onRecord } = props
  const { data } = query
  const recorded = data ? recordedAt(appointment.id, data) : []
  return (
    <CompletionStep title="Vaccinations">
      {!data && (
        <QueryStatus query={query} what="the vaccinations" loading="Looking up the vaccinations" />
      )}
      {data && (
        <p className="wrap-anywhere">
          <span className="font-semibold">Allergies: </span>
          <AllergyStatement allergies={data.allergies} />
        </p>
      )}
      {data && recorded.length === 0 && <p>None recorded at this visit.</p>}
      {recorded.length > 0 && (
        <ul className="flex flex-col gap-1">
          {recorded.map((record) => (
            <li key={record.id} className="wrap-anywhere">
              {[record.product_name, ...vaccinationLines(record)].join(', ')}
            </li>
          ))}
        </ul>
      )}
      {data?.may.record && mayVaccinate(viewer, appointment, timeZone) && (
        <Button look="secondary" onClick={onRecord}>
          {recorded.length === 0 ? 'Record a vaccination' : 'Record another vaccination'}
        </Button>
      )}
    </CompletionStep>
  )
}
