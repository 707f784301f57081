import type { Logger } from 'pino'
import type { Database } from './database/connection.ts'
import type { FaultReports } from './fault-reports.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { ProviderClient } from './identity/provider.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { ProgressFeed } from './live/progress-feed.ts'
import type { SessionFeed } from './live/session-feed.ts'
import type { AddressProvider } from './people/address-provider.ts'
import type { ScheduleFeed } from './schedule/schedule-feed.ts'
import type { Settings } from './settings.ts'

/** What the process is made of; handed to every route. */
export type Services = {
  db: Database
  settings: Settings
  log: Logger
  faults: FaultReports
  addresses: AddressProvider
  files: FileStorage
  provider: ProviderClient
  /** What changes in the schedule, told to all instances and whoever looks at it. */
  live: ScheduleFeed
  /** How far long-running work is, told to whom it belongs. */
  progress: ProgressFeed
  /** That sessions ended, at whichever instance. */
  sessions: SessionFeed
  /** What is done in the background, by whichever instance has time. */
  jobs: Jobs
  /** The present instant, epoch milliseconds. */
  now: () => number
}
