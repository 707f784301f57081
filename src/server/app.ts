import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { administrationRoutes } from './administration-routes.ts'
import { adviceRoutes } from './advice/routes.ts'
import { clinicAppointmentRoutes } from './appointments/routes.ts'
import { auditRoutes } from './audit/audit-events.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { serveFiles } from './files/serve-files.ts'
import { formRoutes } from './forms/routes.ts'
import { healthChecks } from './health.ts'
import { type Described, type OpenApiDocument, openApiDocument } from './http/documents.ts'
import { errorHandler } from './http/errors.ts'
import { implement } from './http/implement.ts'
import { apiMiddleware, requestIds } from './http/middleware.ts'
import { notForPatients } from './http/not-for-patients.ts'
import type { AppEnvironment } from './http/request-context.ts'
import { unlessUpload } from './http/upload.ts'
import { identityRoutes } from './identity/routes.ts'
import { duplicateRoutes } from './merging/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { orphanedRoutes } from './orphaned/orphaned-appointments.ts'
import { outcomeRoutes } from './outcomes/routes.ts'
import { ownAppointmentRoutes } from './own-appointments/routes.ts'
import { correctionRoutes } from './people/corrections/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { plannerRoutes } from './planner/routes.ts'
import { recordExportRoutes } from './records/export/routes.ts'
import { patientRecordRoutes } from './records/patient-record/routes.ts'
import { notFound, Refusal } from './refusals/refusal.ts'
import { reportingRoutes } from './reporting/routes.ts'
import { calendarFeedRoutes } from './schedule/calendar-feed/calendar-feeds.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import type { Services } from './services.ts'
import { vaccinationRoutes } from './vaccinations/routes.ts'
import { waitingListRoutes } from './waiting-list/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const LARGEST_BODY_BYTES = 256 * 1024

export const isForApp = (path: string) =>
  path === '/healthz' || path === '/api' || /^\/(api|files|healthz)\//.test(path)

/** What answers each call of the API. */
export const handlers = {
  ...catalogueRoutes,
  ...peopleRoutes,
  ...bookingRoutes,
  ...ownAppointmentRoutes,
  ...plannerRoutes,
  ...waitingListRoutes,
  ...formRoutes,
  ...adviceRoutes,
  ...outcomeRoutes,
  ...messageRoutes,
  ...webhookRoutes,
  ...identityRoutes,
  ...reportingRoutes,
  ...auditRoutes,
  ...availabilityRoutes,
  ...orphanedRoutes,
  ...correctionRoutes,
  ...administrationRoutes,
  ...vaccinationRoutes,
  ...patientRecordRoutes,
  ...recordExportRoutes,
  ...duplicateRoutes,
  ...clinicAppointmentRoutes,
  ...scheduleRoutes,
  ...calendarFeedRoutes,
}

export function createApp(services: Services): Hono<AppEnvironment> {
  const { settings } = services
  const app = new Hono<AppEnvironment>({ strict: false })
  app.onError(errorHandler(services))
  app.use(requestIds)

  healthChecks(app, services)
  serveFiles(app, services)
  app.use('/api/*', ...apiMiddleware(services))
  app.on(['DELETE', 'PATCH', 'POST', 'PUT'], '/api/*', unlessUpload(largestBody))
  implement(app, services, handlers)
  notForPatients(app, 'patientadvices')
  let made: OpenApiDocument | undefined
  const document = () => {
    // Made on request, because it would take a good part of the start.
    made ??= openApiDocument(settings)
    return made
  }
  app.get('/api/openapi.json', (context) => context.json(document()))
  app.get('/api/docs', (context) => context.html(apiDocumentPage(document())))
  app.all('/api/*', () => {
    throw notFound('This address')
  })
  return app
}

function refuseBody(context: Context): never {
  // The rest of the body is unread, so the connection cannot be reused.
  context.header('Connection', 'close')
  throw new Refusal('too_large', 'This is too large.')
}

const countedBody = bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: refuseBody })

/** Opens no stream where the length is announced: it would cost more than most calls. */
const largestBody: MiddlewareHandler<AppEnvironment> = async (context, next) => {
  const length = context.req.header('Content-Length')
  const isAnnounced = length !== undefined && !context.req.header('Transfer-Encoding')
  if (!isAnnounced) return await countedBody(context, next)
  if (Number(length) > LARGEST_BODY_BYTES) refuseBody(context)
  await next()
}

function apiDocumentPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => section(path, method, call)),
  )
  const title = escaped(document.info.title)
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1>
<p>${escaped(document.info.description)} The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls.join('\n')}
</main></body></html>`
}

function section(path: string, method: string, call: Described): string {
  const rows = call.parameters.map(
    (parameter) =>
      `<li><code>${escaped(parameter.name)}</code> (${parameter.in}${parameter.required ? ', required' : ''})</li>`,
  )
  const answers = Object.entries(call.responses).map(
    ([status, { description }]) => `<li>${status}: ${escaped(description)}</li>`,
  )
  const body = call.requestBody
    ? `<h3>Body</h3><pre>${escaped(JSON.stringify(call.requestBody, null, 2))}</pre>`
    : ''
  return `<section><h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>
<p>${escaped(call.summary)}. For: ${escaped(call.tags.join(', '))}. ${escaped(call.description ?? '')}</p>
${rows.length > 0 ? `<h3>Parameters and headers</h3><ul>${rows.join('')}</ul>` : ''}
${body}<h3>Answers</h3><ul>${answers.join('')}</ul></section>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
