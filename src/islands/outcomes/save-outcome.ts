import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import type { OutcomeChange, SaveOutcomeResult } from '#machines/outcomes/outcome-change.machine.ts'
import type { OutcomeCalls } from './outcome-calls.ts'

type Deps = {
  calls: Pick<OutcomeCalls, 'save'>
  appointmentId: number
  onSaved: (outcomes: AppointmentOutcomes) => void
  readAgain: () => void
}

export async function saveOutcome(
  { calls, appointmentId, onSaved, readAgain }: Deps,
  change: OutcomeChange,
): Promise<SaveOutcomeResult> {
  try {
    onSaved(await calls.save(appointmentId, change))
    return { kind: 'saved' }
  } catch (error) {
    const { status, code, detail, fields } = certainRefusal(error)
    if (code === 'stale') {
      readAgain()
      return { kind: 'outdated', reason: detail }
    }
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
  }
}
