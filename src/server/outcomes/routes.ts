import type { Handlers } from '../http/implement.ts'
import { outcomeChangeRoutes } from './change-outcomes.ts'
import { letterRoutes } from './outcome-letter.ts'
import { guestReader, listOutcomes, patientReader, staffReader } from './recorded-outcomes.ts'

export const outcomeRoutes = {
  'GET public/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, guestReader(call), params.id),
  'GET private/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, patientReader(call), params.id),
  'GET admin/appointments/{id}/outcomes/': ({ params }, call) =>
    listOutcomes(call, staffReader(call), params.id),
  ...outcomeChangeRoutes,
  ...letterRoutes,
} satisfies Handlers
