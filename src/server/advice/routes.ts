import type { Handlers } from '../http/implement.ts'
import { snippetRoutes } from './advice-snippets.ts'
import { adviceWritingRoutes } from './change-advice.ts'
import { adviceReadingRoutes } from './read-advice.ts'

export const adviceRoutes = {
  ...adviceReadingRoutes,
  ...adviceWritingRoutes,
  ...snippetRoutes,
} satisfies Handlers
