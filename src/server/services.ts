import type { Logger } from 'pino'
import type { Database } from './database/connection.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { RequestsUnderWay } from './http/requests-under-way.ts'
import type { ProviderClient } from './identity/provider.ts'
import type { SessionFeed } from './identity/session-feed.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { FaultReports } from './log/fault-reports.ts'
import type { MailTransport } from './messages/mail-transport.ts'
import type { TextTransport } from './messages/text-transport.ts'
import type { AddressProvider } from './people/address-service.ts'
import type { ProgressFeed } from './progress/progress-feed.ts'
import type { ScheduleFeed } from './schedule/schedule-feed.ts'
import type { Settings } from './settings.ts'

export type PinCost = { N: number; r: number; p: number }

export type Services = {
  db: Database
  settings: Settings
  log: Logger
  faults: FaultReports
  addresses: AddressProvider
  files: FileStorage
  provider: ProviderClient
  live: ScheduleFeed
  progress: ProgressFeed
  sessions: SessionFeed
  jobs: Jobs
  requests: RequestsUnderWay
  mail: MailTransport | null
  texts: TextTransport | null
  pinCost: PinCost
  now: () => number
}
