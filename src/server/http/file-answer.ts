import contentDisposition from 'content-disposition'
import type { Logger } from 'pino'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { type AppContext, loggedRequest } from './request-context.ts'

/** It holds for a caller who takes nothing, and for the whole file. */
const LONGEST_PAUSE_MS = 60_000
const LONGEST_MS = 15 * 60_000

type Sending = {
  log: Logger
  /** It runs at the end, after a failure, or when the caller has gone. */
  onEnd?: () => void
  longestPauseMs?: number
}

/**
 * Sends a file as fast as it is taken, with gzip where the caller accepts it. A failure before the
 * first piece is answered as usual; a later one breaks the connection, so that nobody mistakes a
 * part for the whole.
 */
export async function answerFile(
  context: AppContext,
  operationType: string,
  { name, content, type = `${operationType}; charset=utf-8` }: FileAnswer,
  { log, onEnd = () => undefined, longestPauseMs = LONGEST_PAUSE_MS }: Sending,
): Promise<Response> {
  const encoder = new TextEncoder()
  const request = loggedRequest(context)
  const pieces = content[Symbol.asyncIterator]()
  let next: IteratorResult<string | Uint8Array> | undefined = await pieces.next()
  let pause: NodeJS.Timeout | undefined
  let whole: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = async () => {
    hasEnded = true
    clearTimeout(pause)
    clearTimeout(whole)
    try {
      await pieces.return?.()
    } finally {
      onEnd()
    }
  }
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      whole = setTimeout(giveUp, LONGEST_MS, controller)
    },
    async pull(controller) {
      clearTimeout(pause)
      try {
        const piece = next ?? (await pieces.next())
        next = undefined
        if (hasEnded) return
        if (piece.done) {
          controller.close()
          await end()
          return
        }
        const { value } = piece
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        pause = setTimeout(giveUp, longestPauseMs, controller)
      } catch (error) {
        log.error({ ...request, err: error }, 'a file broke off')
        await breakOff(controller)
      }
    },
    cancel: end,
  })
  function giveUp(controller: ReadableStreamDefaultController) {
    log.warn(request, 'a file was not taken in time')
    void breakOff(controller)
  }
  async function breakOff(controller: ReadableStreamDefaultController) {
    // The adapter writes an error's message to the console.
    controller.error(new Error('The file broke off.'))
    await end()
  }
  context.header('Content-Type', type)
  context.header('Content-Disposition', contentDisposition(name))
  if (context.req.method === 'HEAD') {
    await stream.cancel()
    return context.body(null)
  }
  // Otherwise the adapter reads ahead and answers a failure with its message.
  context.header('Transfer-Encoding', 'chunked')
  if (!takesGzip(context)) return context.body(stream)
  // Otherwise the compression middleware adds a listener for every pause.
  context.header('Content-Encoding', 'gzip')
  return context.body(stream.pipeThrough(new CompressionStream('gzip') as Compression))
}

type Compression = ReadableWritablePair<Uint8Array, Uint8Array>

const takesGzip = ({ req }: AppContext) =>
  /(^|[,\s])(gzip|\*)\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(req.header('Accept-Encoding') ?? '')
