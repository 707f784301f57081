import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { outsideLine } from '#lib/text/outside-line.ts'
import { publicLookup, refusePrivateHost } from './public-address.ts'

/** It covers everything: the name, the connection and the answer. */
const ANSWER_MS = 10_000
const LONGEST_ANSWER = 10_000
const LONGEST_NOTE = 300
/** Its first line says what counts. */
const LARGEST_HEAD = 256 * 1024

type WebhookRequest = { headers: Readonly<Record<string, string>>; body: string }
type WebhookAnswer = { status: number; note: string }

/**
 * Posts JSON. Follows no redirect. Without `fetch`, because that cannot be told which addresses it
 * may connect to.
 * @throws PrivateAddressError; Error without an answer.
 */
export async function postWebhook(
  address: URL,
  { headers, body }: WebhookRequest,
  allowsPrivate: boolean,
): Promise<WebhookAnswer> {
  if (!allowsPrivate) refusePrivateHost(address)
  const signal = AbortSignal.timeout(ANSWER_MS)
  const request = address.protocol === 'https:' ? requestSecure : requestPlain
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Carelane-Webhooks',
        ...headers,
      },
      // It has a connection of its own: none is used again that was opened unchecked.
      agent: false,
      maxHeaderSize: LARGEST_HEAD,
      signal,
      ...(!allowsPrivate && { lookup: publicLookup }),
    })
      .on('response', resolve)
      .on('error', (error) => reject(signal.aborted ? new Error(TOO_LATE) : named(error)))
      .end(body)
  })
  const status = answer.statusCode ?? 0
  const said = outsideLine(await firstBytes(answer), LONGEST_NOTE)
  return { status, note: `${status} ${said}`.trim() }
}

const TOO_LATE = `no answer within ${ANSWER_MS / 1_000} seconds`

/** Where several addresses were tried, the error has no words. */
const named = (error: Error & { code?: string }) =>
  error.message ? error : new Error(error.code ?? error.name)

/** The status has said what counts, so a body that breaks off or never ends changes nothing. */
async function firstBytes(answer: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes > LONGEST_ANSWER) break
    }
  } catch {}
  return Buffer.concat(pieces).toString('utf8')
}
