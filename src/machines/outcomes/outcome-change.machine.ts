import type { FieldErrors } from '#lib/contract/errors.ts'
import { requestMachine } from '../request.ts'

export type OutcomeChange = { version: number; reason: string } & (
  | { kind: 'add'; outcomeId: number }
  | { kind: 'change'; id: number; outcomeId: number }
  | { kind: 'withdraw'; id: number }
)

type SaveOutcomeResult =
  | { kind: 'saved' }
  /** Somebody else changed it first. */
  | { kind: 'outdated'; reason: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export const outcomeChangeMachine = requestMachine<OutcomeChange, SaveOutcomeResult>(
  'outcomeChange',
  { answers: { saved: 'closed', outdated: 'closed', refused: 'open' } },
)
