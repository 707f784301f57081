import {
  BrowserClient,
  type BrowserOptions,
  breadcrumbsIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  getIsolationScope,
  globalHandlersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  setCurrentClient,
  setUser,
} from '@sentry/astro'
import { MOST_BREADCRUMBS, scrubBreadcrumb, scrubReport } from '#lib/error-reporting/scrub.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { version } from '../../../package.json'
import { forgetRecording } from './recorded-session.ts'

type ReporterSettings = NonNullable<PublicSettings['errorReporting']> & { environment: string }

export type Reporter = {
  /** It is their `uuid`, or null for nobody. */
  setPerson(person: string | null): void
  /** It went wrong before the reporter was there. */
  report(error: unknown): void
}

type MakeTransport = NonNullable<BrowserOptions['transport']>

export function startReporter(settings: ReporterSettings): Reporter {
  const { dsn, tunnel, replayKey, environment } = settings
  const client = new BrowserClient({
    dsn,
    ...(tunnel && { tunnel }),
    environment,
    release: `carelane@${version}`,
    stackParser: defaultStackParser,
    integrations: [
      eventFiltersIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration({ xhr: false, sentry: false }),
    ],
    dataCollection: { userInfo: false, cookies: false, httpBodies: [] },
    sendClientReports: false,
    maxBreadcrumbs: MOST_BREADCRUMBS,
    replaysSessionSampleRate: replayKey ? 1 : 0,
    beforeSend: scrubReport,
    beforeBreadcrumb: (breadcrumb) =>
      tunnel && breadcrumb.data?.['url'] === tunnel ? null : scrubBreadcrumb(breadcrumb),
    transport: replayKey ? withRecordings(replayKey) : makeFetchTransport,
  })
  setCurrentClient(client)
  client.init()
  const record = replayKey ? recordings() : () => undefined
  let known: string | null = null
  return {
    setPerson(person) {
      if (known !== null && person !== known) getIsolationScope().clearBreadcrumbs()
      known = person
      setUser(person === null ? null : { id: person })
      record(person)
    },
    report: (error) => captureException(error, { mechanism: { handled: false } }),
  }
}

/** Recordings leave by a way of their own, which is fetched with what records. */
const withRecordings =
  (replayKey: string): MakeTransport =>
  (options) => {
    const reports = makeFetchTransport(options)
    return {
      flush: reports.flush,
      async send(envelope) {
        if (!envelope[1].some(([{ type }]) => type === 'replay_recording')) {
          return await reports.send(envelope)
        }
        const { sendRecording } = await import('./recording.ts')
        return await sendRecording(envelope, options, replayKey)
      },
    }
  }

/** Records while somebody is signed in. Errors of that are nobody's matter. */
function recordings(): (person: string | null) => void {
  let latest: string | null = null
  let isFetched = false
  return (person) => {
    latest = person
    if (person === null && !isFetched) return forgetRecording()
    isFetched = true
    void import('./recording.ts').then(({ record }) => record(latest)).catch(() => undefined)
  }
}
