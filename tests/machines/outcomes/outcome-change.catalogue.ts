import type { outcomeChangeMachine } from '#machines/outcomes/outcome-change.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

const described = { version: 4, reason: 'A wrong tick' }
const notOffered = 'Choose outcomes that this type of appointment offers.'

export const outcomeChangeCatalogue = requestCatalogue<typeof outcomeChangeMachine>(
  [
    { kind: 'add', ...described, outcomeId: 8 },
    { kind: 'change', ...described, id: 31, outcomeId: 8 },
    { kind: 'withdraw', ...described, id: 31 },
  ],
  {
    saved: [{ kind: 'saved' }],
    outdated: [{ kind: 'outdated', reason: 'Rosa Whitfield changed an outcome at 10am.' }],
    refused: [{ kind: 'refused', reason: notOffered, fields: { outcome_id: [notOffered] } }],
  },
)
