import { join, sep } from 'node:path'
import type { Logger } from 'pino'
import { scrubFault } from '#lib/error-reporting/scrub.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Settings } from '../settings.ts'

type FailedRequest = { method: string; route: string }

/** It never throws. */
export type FaultReports = {
  report(error: unknown, request: FailedRequest): void
  close(): Promise<void>
}

const LONGEST_CLOSE_MS = 2_000

const root = join(import.meta.dirname, '../../..') + sep

/** Reports to `ERROR_REPORTING_DSN` (docs/decisions/0057); without it the library is not loaded. */
export function createFaultReports(settings: Settings, log: Logger): FaultReports {
  const { ERROR_REPORTING_DSN: dsn, ENVIRONMENT: environment } = settings
  if (!dsn) return { report: () => undefined, close: async () => undefined }
  const loading = loadClient(dsn, environment).catch((error: unknown) => {
    log.warn({ err: error }, 'faults cannot be reported')
    return null
  })
  return {
    report: (error, request) => void loading.then((client) => client?.report(error, request)),
    close: async () => void (await (await loading)?.close()),
  }
}

async function loadClient(dsn: string, environment: string) {
  const { defaultStackParser, linkedErrorsIntegration, makeNodeTransport, NodeClient, Scope } =
    await import('@sentry/astro')
  // `init` would watch every request, call and statement.
  const client = new NodeClient({
    dsn,
    environment,
    release: `carelane@${packageJson.version}`,
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    sendClientReports: false,
    transport: makeNodeTransport,
    beforeSend: (report) => scrubFault(report, root),
  })
  client.init()
  return {
    report(error: unknown, { method, route }: FailedRequest) {
      const scope = new Scope()
      scope.setTransactionName(`${method} ${route}`)
      client.captureException(error, { originalException: error }, scope)
    },
    close: () => client.close(LONGEST_CLOSE_MS),
  }
}
