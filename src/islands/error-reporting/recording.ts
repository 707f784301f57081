import {
  type BrowserOptions,
  type Event,
  getClient,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/astro'
import { scrubRecordedEvent, scrubRecordingReport } from './recording-scrub.ts'

type MakeTransport = NonNullable<BrowserOptions['transport']>
type Transport = ReturnType<MakeTransport>
type Envelope = Parameters<Transport['send']>[0]
type Answer = Awaited<ReturnType<Transport['send']>>
type Items = [Record<string, unknown>, unknown][]

let recorder: ReturnType<typeof replayIntegration> | null = null
let recorded: string | null = null

/** Records while somebody is signed in: their `uuid`, or null for nobody, which ends it. */
export async function record(person: string | null): Promise<void> {
  if (person === recorded) return
  const hasChanged = recorded !== null
  recorded = person
  if (hasChanged) await recorder?.stop({ flush: false })
  if (recorded === null || recorded !== person) return
  if (recorder) return recorder.start()
  recorder = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkCaptureBodies: false,
    // It is compressed when it leaves, once nothing of anybody is in it.
    useCompression: false,
  })
  getClient()?.addIntegration(recorder)
}

let way: { url: string; transport: Transport } | null = null

export async function sendRecording(
  [header, items]: Envelope,
  options: Parameters<MakeTransport>[0],
  replayKey: string,
): Promise<Answer> {
  if (recorded === null) return {}
  const scrubbed: Items = []
  for (const [itemHeader, payload] of items as Items) {
    if (itemHeader['type'] === 'replay_event') {
      scrubbed.push([itemHeader, scrubRecordingReport(payload as Event)])
    }
    if (itemHeader['type'] === 'replay_recording') {
      const content = await packRecording(String(payload))
      scrubbed.push([{ ...itemHeader, length: content.length }, content])
    }
  }
  const { dsn } = header as { dsn?: string }
  const newHeader = { ...header, ...(dsn && { dsn: withKey(dsn, replayKey) }) }
  return await wayFor(options, replayKey).send([newHeader, scrubbed] as unknown as Envelope)
}

const withKey = (dsn: string, key: string) => dsn.replace(/\/\/\w+@/, `//${key}@`)

function wayFor(options: Parameters<MakeTransport>[0], replayKey: string): Transport {
  const url = options.url.replace(/(sentry_key=)\w+/, `$1${replayKey}`)
  if (way?.url !== url) way = { url, transport: makeFetchTransport({ ...options, url }) }
  return way.transport
}

/** It packs a line of JSON and then the events, which this masks and compresses. */
async function packRecording(recording: string): Promise<Uint8Array> {
  const end = recording.indexOf('\n') + 1
  const events: unknown[] = JSON.parse(recording.slice(end))
  const scrubbedEvents = events.map(scrubRecordedEvent).filter((event) => event !== null)
  const head = new TextEncoder().encode(recording.slice(0, end))
  const body = await deflate(JSON.stringify(scrubbedEvents))
  const whole = new Uint8Array(head.length + body.length)
  whole.set(head)
  whole.set(body, head.length)
  return whole
}

async function deflate(text: string): Promise<Uint8Array> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}
