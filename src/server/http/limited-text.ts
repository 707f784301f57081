import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export async function limitedText(
  { body }: Response,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<string> {
  if (!body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  const content = Readable.fromWeb(body as ReadableStream, { ...(signal && { signal }) })
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
