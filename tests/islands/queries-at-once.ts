import { notifyManager } from '@tanstack/react-query'

/** What a query has heard is shown at once, not with the next task, until the test ends. */
export const showQueriesAtOnce = () => notifyManager.setScheduler((show) => show())
