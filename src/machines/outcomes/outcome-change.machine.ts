import type { FieldErrors } from '#lib/contract/errors.ts'
import { requestMachine } from '../request.ts'

/** `version` of the appointment as it was shown; `id` of the recorded outcome. */
export type OutcomeChange = { version: number; reason: string } & (
  | { kind: 'add'; outcomeId: number }
  | { kind: 'change'; id: number; outcomeId: number }
  | { kind: 'withdraw'; id: number }
)

export type SaveOutcomeResult =
  | { kind: 'saved' }
  /** Somebody else changed it first. */
  | { kind: 'outdated'; reason: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

/** One outcome of an appointment is added, changed or withdrawn. */
export const outcomeChangeMachine = requestMachine<OutcomeChange, SaveOutcomeResult>(
  'outcomeChange',
  { answers: { saved: 'closed', outdated: 'closed', refused: 'open' } },
)
