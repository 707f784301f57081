import type { Event } from '@sentry/astro'
import { maskAddress, maskSelector } from '#lib/error-reporting/scrub.ts'

type Recorded = { type: number; timestamp: number; data: Record<string, unknown> }

/** They are the numbers of an event, and of a change to the page. */
const FULL_SNAPSHOT = 2
const CHANGE = 3
const META = 4
const CUSTOM = 5
const MUTATION = 0
const INPUT = 5

/**
 * Takes words, values and whatever could identify a person from an event. The recorder masks texts
 * and inputs itself; whatever it leaves out one day, nothing passes here.
 * @returns null for what is not recorded at all
 */
export function scrubRecordedEvent(event: unknown): Recorded | null {
  const { type, data, ...rest } = event as Recorded
  const scrubbed = scrubData(type, data ?? {})
  return scrubbed && { ...rest, type, data: scrubbed }
}

function scrubData(type: number, data: Recorded['data']): Recorded['data'] | null {
  if (type === META) return { ...data, href: maskAddress(String(data['href'])) }
  if (type === CUSTOM) return scrubCustom(data)
  if (type === FULL_SNAPSHOT) return scrubTree(data) as Recorded['data']
  if (type !== CHANGE) return data
  if (data['source'] === MUTATION) return scrubTree(data) as Recorded['data']
  if (data['source'] === INPUT)
    return { source: INPUT, id: data['id'], text: '*', isChecked: false }
  return data
}

/** These make a page look as it does, and hold none of its words. */
const SHOWN_ATTRIBUTES = new Set(
  'class style type role rel media width height viewbox d hidden open disabled dir lang colspan rowspan rows cols size _csstext rr_width rr_height rr_scrollleft rr_scrolltop'.split(
    ' ',
  ),
)

/** Nodes, lists of nodes, and the changes to them. */
function scrubTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubTree)
  if (typeof value !== 'object' || value === null) return value
  const node = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, scrubPart(node, name, part)]),
  )
}

function scrubPart(node: Record<string, unknown>, name: string, part: unknown): unknown {
  if (name === 'attributes' && !Array.isArray(part)) return scrubAttributes(part as object)
  const isWords = name === 'textContent' || name === 'value'
  if (isWords && typeof part === 'string') return node['isStyle'] ? part : part.replace(/\S/g, '*')
  return scrubTree(part)
}

const scrubAttributes = (attributes: object) =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => SHOWN_ATTRIBUTES.has(name.toLowerCase())),
  )

type Note = Record<string, unknown> & { data?: Record<string, unknown> }

/** It notes where the page went, what was pressed, and the calls that failed. */
function scrubCustom({ tag, payload }: Recorded['data']): Recorded['data'] | null {
  const note = (payload ?? {}) as Note
  if (tag === 'options') return { tag, payload }
  const scrubbed = tag === 'performanceSpan' ? scrubSpan(note) : scrubNote(note)
  return scrubbed && { tag, payload: scrubbed }
}

function scrubSpan({ op, description, startTimestamp, endTimestamp, data }: Note): Note | null {
  const common = { op, description: maskAddress(String(description)), startTimestamp, endTimestamp }
  const { method, statusCode } = data ?? {}
  if (/^navigation\./.test(String(op))) return { ...common, data: {} }
  if (!/^resource\.(fetch|xhr)$/.test(String(op)) || !hasFailed(Number(statusCode))) return null
  return { ...common, data: { method, statusCode } }
}

/** An answer that the caller deals with, and one that says "as before", have not. */
const hasFailed = (status: number) => !(status >= 200 && status <= 400)

function scrubNote({ category, type, timestamp, message, data }: Note): Note | null {
  if (!/^ui\.(click|slowClickDetected|multiClick)$/.test(String(category))) return null
  return {
    category,
    type,
    timestamp,
    message: maskSelector(String(message ?? '')),
    data: { nodeId: data?.['nodeId'] },
  }
}

export function scrubRecordingReport(report: Event): object {
  const { type, event_id, timestamp, platform, environment, release, sdk, user } = report
  const { replay_start_timestamp, replay_id, replay_type, segment_id, error_ids, urls } =
    report as unknown as Record<string, unknown>
  return {
    type,
    event_id,
    timestamp,
    platform,
    environment,
    release,
    sdk,
    replay_start_timestamp,
    replay_id,
    replay_type,
    segment_id,
    error_ids,
    trace_ids: [],
    urls: ((urls ?? []) as string[]).map(maskAddress),
    ...(user?.id && { user: { id: user.id } }),
  }
}
