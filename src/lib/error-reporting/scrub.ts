import type { Breadcrumb, ErrorEvent as ErrorReport, EventHint, Exception } from '@sentry/astro'
import { ApiError } from '#lib/api/api-error.ts'

const LONGEST_MESSAGE = 250
const MOST_FRAMES = 50
export const MOST_BREADCRUMBS = 100

/** These are names of our own scripts, whose digits identify the build and not a person. */
const OWN_SCRIPT = /^(?:https?:\/\/[^/@]+)?\/_astro\/[\w.@-]+$/
/** Longer parts with a digit are ids or tokens. */
const LONGEST_PLAIN_PART = 20

/** Drops query and fragment, and stars out digits, tokens and typed words of the path. */
export function maskAddress(address: string): string {
  const [place = ''] = address.split(/[?#]/)
  if (OWN_SCRIPT.test(place)) return place
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(place) ?? []
  if (!origin && /^[\w+.-]+:/.test(path)) return path.replace(/:.*/s, ':*')
  return origin.replace(/\/\/.*@/, '//') + path.split('/').map(maskPart).join('/')
}

function maskPart(part: string, place: number, parts: string[]): string {
  const isTyped = parts[place - 1] === 'autocomplete' || /[^\w.*-]/.test(part)
  const isToken = part.length > LONGEST_PLAIN_PART && /\d/.test(part)
  return part && (isTyped || isToken) ? '*' : part.replace(/\d/g, '*')
}

/**
 * Masks addresses, emails, tokens, digits and quotations, except names of a script's properties.
 */
function maskMessage(message: string): string {
  return message
    .replace(/https?:\/\/[^\s"'`)]+/g, maskAddress)
    .replace(/[?&#][\w-]+=[^\s&"'`)]*/g, '')
    .replace(/[^\s"'`<(,;:]{1,320}@[^\s"'`>),;:]+/g, '*@*')
    .replace(/"[^"]*("|$)|“[^”]*(”|$)|`[^`]*(`|$)/g, '"*"')
    .replace(/(reading |setting )?(?<!\w)'([^']*)('(?!\w)|$)/g, (quote, isProperty) =>
      isProperty && /'[\w$]+'$/.test(quote) ? quote : `${isProperty ?? ''}'*'`,
    )
    .replace(/[\w-]{20,}/g, (word) => (/\d/.test(word) ? '*' : word))
    .replace(/\d/g, '*')
}

/** Cuts after masking, because half a quotation would not be recognised. */
const cap = (text: string) =>
  text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE - 1)}…` : text

/** Lets listed fields leave only, and of the signed-in person only the id. */
export function scrubReport(report: ErrorReport, hint: EventHint): ErrorReport {
  const { event_id, timestamp, platform, level, environment, release, sdk } = report
  const { exception, message, breadcrumbs, user, request, tags, contexts } = report
  const agent = request?.headers?.['User-Agent']
  return {
    type: undefined,
    ...withoutUndefined({ event_id, timestamp, platform, level, environment, release, sdk }),
    ...(message && { message: cap(maskMessage(message)) }),
    ...(exception?.values && {
      exception: {
        values: exception.values.map((one) =>
          scrubException(one, scrubMessage(one, hint), maskAddress),
        ),
      },
    }),
    ...(breadcrumbs && { breadcrumbs: breadcrumbs.slice(-MOST_BREADCRUMBS) }),
    ...(user?.id && { user: { id: user.id } }),
    ...(request?.url && {
      request: {
        url: maskAddress(request.url),
        ...(agent && { headers: { 'User-Agent': agent } }),
      },
    }),
    ...(tags?.['replayId'] && { tags: { replayId: tags['replayId'] } }),
    ...(contexts?.trace && { contexts: { trace: contexts.trace } }),
  }
}

/**
 * No message leaves, because PostgreSQL and parsers quote data.
 * @param root folder of the program with a slash at its end, which paths leave without
 */
export function scrubFault(report: ErrorReport, root: string): ErrorReport {
  const { event_id, timestamp, platform, level, environment, release, sdk } = report
  const { exception, transaction } = report
  const shortenPath = (file: string) =>
    file.startsWith(root) ? file.slice(root.length) : file.replace(/^.*[\\/]/, '')
  return {
    type: undefined,
    ...withoutUndefined({
      event_id,
      timestamp,
      platform,
      level,
      environment,
      release,
      sdk,
      transaction,
    }),
    exception: {
      values: (exception?.values ?? []).map(({ mechanism: _, ...one }) =>
        scrubException(one, '', shortenPath),
      ),
    },
  }
}

function scrubException(
  { type, mechanism, stacktrace }: Exception,
  value: string,
  shortenPath: (file: string) => string,
): Exception {
  return {
    ...withoutUndefined({ type }),
    value,
    ...(mechanism && {
      mechanism: withoutUndefined({ type: mechanism.type, handled: mechanism.handled }),
    }),
    ...(stacktrace?.frames && {
      stacktrace: {
        frames: stacktrace.frames
          .slice(-MOST_FRAMES)
          .map(({ filename, function: name, lineno, colno, in_app }) =>
            withoutUndefined({
              filename: filename && shortenPath(filename),
              function: name,
              lineno,
              colno,
              in_app,
            }),
          ),
      },
    }),
  }
}

/** A refusal's sentence may speak of a person, so its code leaves instead. */
function scrubMessage({ type, value }: Exception, { originalException }: EventHint): string {
  if (type !== 'ApiError') return cap(maskMessage(value ?? ''))
  return originalException instanceof ApiError
    ? `${originalException.status} ${originalException.code}`
    : ''
}

/** Keeps navigation, presses and calls; null for the rest, such as console output. */
export function scrubBreadcrumb({
  category,
  timestamp,
  type,
  level,
  message,
  data,
}: Breadcrumb): Breadcrumb | null {
  const common = withoutUndefined({ category, timestamp, type, level })
  if (category?.startsWith('ui.')) return { ...common, message: maskSelector(message ?? '') }
  if (category === 'navigation') {
    const { from, to } = data ?? {}
    return { ...common, data: { from: maskAddress(String(from)), to: maskAddress(String(to)) } }
  }
  if (category !== 'fetch') return null
  const { method, url, status_code } = data ?? {}
  return {
    ...common,
    data: withoutUndefined({ method, url: maskAddress(String(url)), status_code }),
  }
}

/** Drops attributes, because they may hold words about a person. */
export const maskSelector = (selector: string) =>
  selector.replace(/\[[^\]]*(\]|$)/g, '').replace(/\d/g, '*')

function withoutUndefined<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
