import { fromPromise } from 'xstate'
import { refusalOf, sentenceOf } from '#lib/api/refusals.ts'
import type { AppointmentOutcomes } from '#lib/contract/outcomes.ts'
import {
  type OutcomeChange,
  outcomeChangeMachine,
  type SaveOutcomeResult,
} from '#machines/outcomes/outcome-change.machine.ts'
import type { OutcomeCalls } from './outcome-calls.ts'

type Deps = {
  calls: Pick<OutcomeCalls, 'save'>
  appointmentId: number
  onSaved: (outcomes: AppointmentOutcomes) => void
  readAgain: () => void
}

export const outcomeChangeWithActors = (deps: Deps) =>
  outcomeChangeMachine.provide({
    actors: {
      saveOutcome: fromPromise<SaveOutcomeResult, OutcomeChange>(({ input }) => save(deps, input)),
    },
    actions: { readAgain: deps.readAgain },
  })

async function save(
  { calls, appointmentId, onSaved }: Deps,
  change: OutcomeChange,
): Promise<SaveOutcomeResult> {
  try {
    onSaved(await calls.save(appointmentId, change))
    return { kind: 'done' }
  } catch (error) {
    const { status, code, detail, fields } = refusalOf(error)
    if (code === 'stale') return { kind: 'stale', reason: detail }
    return { kind: 'refused', reason: status === 400 ? sentenceOf(fields) : detail, fields }
  }
}
