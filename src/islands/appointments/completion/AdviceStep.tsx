import { useQuery } from '@tanstack/react-query'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { adviceQuery } from '../../advice/advice-queries.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { CompletionStep } from './CompletionStep.tsx'

type AdviceStepProps = {
  appointment: ClinicAppointment
  onWrite: () => void
}

export function AdviceStep({ appointment, onWrite }: AdviceStepProps) {
  const api = useApi()
  const shown = { isArchived: false, pageSize: 20, appointmentId: appointment.id }
  const query = useQuery(adviceQuery(api, appointment.patient.id, shown))
  const { data } = query
  const written = data?.results
  return (
    <CompletionStep title="Advice">
      {!data && <QueryStatus query={query} what="the advice" loading="Looking up the advice" />}
      {written?.length === 0 && <p>None written at this visit.</p>}
      {written && written.length > 0 && (
        <ul className="flex flex-col gap-1">
          {written.map(({ id, advice_text }) => (
            <li key={id} className="line-clamp-2 whitespace-pre-line wrap-anywhere">
              {advice_text}
            </li>
          ))}
        </ul>
      )}
      <Button look="secondary" onClick={onWrite}>
        Advice
      </Button>
    </CompletionStep>
  )
}
