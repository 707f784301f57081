import type { Hono } from 'hono'
import { z } from 'zod'
import { type Contract, contract, type OperationKey } from '#lib/contract/contract.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { normalText, normalValues, unstorablePaths } from '#lib/contract/normal-text.ts'
import { NOT_ALLOWED_AT_ALL } from '#lib/contract/not-allowed.ts'
import type {
  Cost,
  FileAnswer,
  FileReceiver,
  HandlerAnswer,
  HeaderName,
  Operation,
  OperationRequest,
  Redirect,
  Upload,
} from '#lib/contract/operation.ts'
import {
  contradictions,
  heldFields,
  partedBody,
  readOnlyFields,
} from '#lib/contract/read-only-fields.ts'
import { mayCall } from '#lib/policy/policy.ts'
import { countFailure } from '../identity/attempts.ts'
import { sessionToken } from '../identity/cookies.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import { readSession, type SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { createAdmission } from './admission.ts'
import { answerFile } from './file-answer.ts'
import {
  type AppContext,
  type AppEnvironment,
  countedSource,
  isFromElsewhere,
  sourceAddress,
} from './request-context.ts'
import { readUpload, streamUpload } from './upload.ts'

export type Call = {
  services: Services
  requestId: string
  source: string
  apiUrl: string
  headers: Partial<Record<HeaderName, string>>
  cookies: string | undefined
  userAgent: string | undefined
  fetchSite: string | undefined
  /** It changes a record whatever its version is, because it names none (docs/decisions/0090). */
  isUnconditional: boolean
  /** Read-only fields that the handler compares with the record: `refuseContradictions`. */
  sentBack: Readonly<Record<string, unknown>>
}

export type SignedInCall = Call & { viewer: SignedIn }

type OperationCall<O extends Operation> = O['audience'] extends 'private' | 'admin'
  ? SignedInCall
  : Call

type Handler<K extends OperationKey> = (
  request: OperationRequest<Contract[K]>,
  call: OperationCall<Contract[K]>,
) => Promise<HandlerAnswer<Contract[K]>>

export type Handlers = { [K in OperationKey]?: Handler<K> }

const LONGEST_HEADER = 300

/** Each handler reads only what its schemas let through. */
export function implement(app: Hono<AppEnvironment>, services: Services, handlers: Handlers) {
  const admission = createAdmission(() => services.settings.RATE_LIMITS === 'on')
  for (const key of Object.keys(handlers) as OperationKey[]) {
    const definition: Operation = contract[key]
    const handler = handlers[key] as unknown as (request: unknown, call: Call) => Promise<unknown>
    const [method = '', path = ''] = key.split(' ')
    const readOnly = { all: readOnlyFields(key), held: heldFields(key) }
    app.on(method, honoPath(path), async (context) => {
      const call = await admitted(readCall(context, services, definition), definition, context)
      requireHeaders(definition, call)
      const params = parse(definition.params, printable(Object.entries(context.req.param())))
      const query = parse(definition.query ?? z.strictObject({}), printable(singleValues(context)))
      const parsed =
        definition.body && parseBody(definition, readOnly, params, await readJson(context))
      const request = { params, query, body: parsed?.written }
      call.sentBack = parsed?.held ?? {}
      call.isUnconditional = isUnconditional(definition, request.body)
      const cost = findCost(definition, request, call)
      const place = cost && admission.enter(cost, formatCaller(call))
      let isSending = false
      try {
        const upload = definition.upload && (await readParts(context, definition.upload))
        await place?.turn(context.req.raw.signal)
        const answer = await handler({ ...request, ...upload }, call).catch((error: unknown) => {
          // An unread body would be taken for the next request.
          if (upload && !context.req.raw.bodyUsed) context.header('Connection', 'close')
          return countGuesses(call, definition, error)
        })
        if (definition.status === 204) return context.body(null, 204)
        if (definition.status === 302) return redirected(context, answer as Redirect)
        if (!definition.file) return context.json(answer as object, definition.status)
        const sent = await answerFile(context, definition.file, answer as FileAnswer, {
          log: services.log,
          onEnd: () => place?.leave(),
        })
        isSending = true
        return sent
      } finally {
        if (!isSending) place?.leave()
      }
    })
  }
}

function findCost({ cost }: Operation, request: Sent, call: Call): Cost | undefined {
  return cost === 'secret' && !carriesPin(request, call) ? undefined : cost
}

type Sent = { query: unknown; body: unknown }

function carriesPin({ query, body }: Sent, { headers }: Call): boolean {
  const hasPin = (values: unknown) => Boolean((values as { pin_code?: string } | null)?.pin_code)
  return headers['Clinician-Pin-Code'] !== undefined || [query, body].some(hasPin)
}

const formatCaller = (call: Call) =>
  'viewer' in call
    ? `person ${(call as SignedInCall).viewer.personId}`
    : `source ${countedSource(call.source)}`

/** They are too long to guess; a source that tries many has to wait, at all instances. */
async function countGuesses(
  { services, source, headers }: Call,
  { audience }: Operation,
  error: unknown,
): Promise<never> {
  const isGuess =
    audience === 'guest' &&
    error instanceof Refusal &&
    error.code === 'not_signed_in' &&
    headers['Guest-User-Access-Token'] !== undefined
  if (isGuess && services.settings.RATE_LIMITS === 'on') {
    await countFailure(services.db, 'guest-token', countedSource(source))
  }
  throw error
}

function redirected(context: AppContext, { to, cookies }: Redirect) {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.redirect(to, 302)
}

/**
 * Reads the viewer of a `private` or `admin` call.
 * @throws Refusal `not_signed_in`; `sign_in_again`; `not_allowed` without the permission, or without proof of coming
 *   from our pages.
 */
async function admitted(call: Call, definition: Operation, context: AppContext): Promise<Call> {
  if (definition.audience !== 'private' && definition.audience !== 'admin') return call
  const { db, settings } = call.services
  const viewer = await readSession(db, settings, sessionToken(settings, call.cookies), {
    isUnattended: call.headers.Unattended === 'true',
  })
  if (!viewer) throw new Refusal('not_signed_in', 'Sign in first.')
  context.set('personId', viewer.personId)
  // Reading matters, too: it writes the trail, counts tries of a PIN, and takes time that can be
  // measured.
  if (isFromElsewhere(call.fetchSite)) {
    throw new Refusal('not_allowed', 'This request came from another site.')
  }
  const isProven = call.fetchSite !== undefined || context.req.header('Origin') !== undefined
  if (context.req.method !== 'GET' && !isProven) {
    throw new Refusal('not_allowed', 'This request does not say which page it came from.')
  }
  if (definition.audience === 'admin' && !mayCall(viewer, definition)) {
    throw new Refusal('not_allowed', NOT_ALLOWED_AT_ALL)
  }
  if (definition.freshSignIn) checkFreshSignIn(viewer)
  return { ...call, viewer } as SignedInCall
}

function isUnconditional({ body }: Operation, sent: unknown): boolean {
  const lock = ['revision', 'version', 'seen'].find((field) => body && field in body.shape)
  return lock !== undefined && (sent as Record<string, unknown>)[lock] === undefined
}

const honoPath = (path: string) => `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`.replace(/\/$/, '')

function readCall(context: AppContext, services: Services, definition: Operation): Call {
  const headers: Call['headers'] = {}
  for (const name of Object.keys(definition.headers ?? {}) as HeaderName[]) {
    const value = normalText(context.req.header(name) ?? '')
    if (value && value.length > LONGEST_HEADER) throw invalid({ [name]: ['Too long.'] })
    if (value) headers[name] = value
  }
  return {
    services,
    requestId: context.get('requestId'),
    source: sourceAddress(context, services.settings.TRUSTED_PROXIES) ?? 'internal',
    apiUrl: `${services.settings.publicUrl}/api`,
    headers,
    cookies: context.req.header('Cookie'),
    userAgent: context.req.header('User-Agent'),
    fetchSite: context.req.header('Sec-Fetch-Site'),
    isUnconditional: false,
    sentBack: {},
  }
}

function requireHeaders(definition: Operation, { headers }: Call): void {
  for (const [name, need] of Object.entries(definition.headers ?? {})) {
    if (need !== 'required' || headers[name as HeaderName] !== undefined) continue
    if (name === 'Guest-User-Access-Token') {
      throw new Refusal('not_signed_in', 'Sign in, or open the link to your appointment.')
    }
    throw invalid({ [name]: ['This header is required.'] })
  }
}

function singleValues(context: AppContext): [string, string][] {
  return Object.entries(context.req.queries()).map(([name, given]) => {
    if (given.length > 1) throw invalid({ [name]: ['Give this once.'] })
    return [name, given[0] ?? '']
  })
}

function printable(given: [string, string][]): Record<string, string> {
  const values = given.map(([name, value]): [string, string] => [name, normalText(value)])
  const odd = values.find(([, value]) => /\p{Cc}/u.test(value))
  if (odd) throw invalid({ [odd[0]]: ['Remove the unusual characters.'] })
  return Object.fromEntries(values)
}

async function readParts(context: AppContext, upload: Upload) {
  if (upload.streamed) {
    return { upload: (take: FileReceiver) => streamUpload(context, upload, take) }
  }
  const { content, uploadFields } = await readUpload(context, upload)
  return { upload: content, uploadFields: parse(upload.uploadFields, storable(uploadFields)) }
}

async function readJson(context: AppContext): Promise<unknown> {
  const text = await context.req.text().catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === 'BodyLimitError') throw cause
    throw new Refusal('invalid', 'The request did not arrive complete.', { cause })
  })
  if (text === '') return {}
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send JSON with Content-Type: application/json.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid({ non_field_errors: ['This is not valid JSON.'] })
  }
  return storable(value)
}

/** @throws Refusal `invalid` for text that the database cannot keep, at its field. */
function storable(value: unknown): unknown {
  let normal: unknown
  try {
    normal = normalValues(value)
  } catch {
    throw invalid({ non_field_errors: ['This is nested too deeply.'] })
  }
  const wrong = unstorablePaths(normal).slice(0, MOST_PROBLEMS)
  if (wrong.length === 0) return normal
  throw invalid(
    Object.fromEntries(
      wrong.map((path) => [path || 'non_field_errors', ['Remove the unusual characters']]),
    ),
  )
}

const MOST_PROBLEMS = 20

type ReadOnly = { all: Readonly<Record<string, unknown>>; held: readonly string[] }
type ParsedBody = { written: unknown; held: Call['sentBack'] }

/** Read-only fields may be sent back (docs/decisions/0041). */
function parseBody(
  definition: Operation,
  readOnly: ReadOnly,
  params: unknown,
  given: unknown,
): ParsedBody {
  const { bareList } = definition
  const sent = Array.isArray(given) && bareList !== undefined ? { [bareList]: given } : given
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { written: parse(definition.body, sent), held: {} }
  }
  const parts = partedBody(sent as Record<string, unknown>, readOnly.all)
  const written = parse(definition.body, parts.written)
  const { id } = (params ?? {}) as { id?: unknown }
  const problems = contradictions(parts.sentBack, id)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const held = Object.entries(parts.sentBack).filter(([field]) => readOnly.held.includes(field))
  return { written, held: Object.fromEntries(held) }
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input, { error: plainMessage })
  if (parsed.success) return parsed.data
  throw invalid(fieldErrors(parsed.error))
}

/** Replaces Zod's own words: `undefined` and `NaN` mean nothing to people. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'This field is required.' : `Expected: ${issue.expected}.`
}

function fieldErrors(error: z.ZodError): FieldErrors {
  // It is a map, because a field may be called `constructor`.
  const fields = new Map<string, string[]>()
  const add = (field: string, message: string) => {
    fields.set(field, [...(fields.get(field) ?? []), message])
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        add([...issue.path, key.slice(0, 60)].join('.'), 'This field is not known.')
      }
    } else add(issue.path.length > 0 ? issue.path.join('.') : 'non_field_errors', issue.message)
  }
  return Object.fromEntries(fields)
}
