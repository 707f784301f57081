import type { Handlers } from '../http/implement.ts'
import { outcomeChangeRoutes } from './change-outcomes.ts'
import { outcomeReadingRoutes } from './recorded-outcomes.ts'

export const outcomeRoutes = {
  ...outcomeReadingRoutes,
  ...outcomeChangeRoutes,
} satisfies Handlers
