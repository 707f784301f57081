import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { afterAll, beforeAll } from 'vitest'

/* Imported for its effect: what a query has heard is shown at once, not with the next task. */
beforeAll(() => notifyManager.setScheduler((show) => show()))
afterAll(() => notifyManager.setScheduler(defaultScheduler))
