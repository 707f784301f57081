import type { Logger } from 'pino'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { type AppContext, loggedRequest } from './request-context.ts'

/** How long a caller may take nothing, and how long the whole file may take to be sent. */
const LONGEST_PAUSE_MS = 60_000
const LONGEST_MS = 15 * 60_000

type Sending = {
  log: Logger
  /** Called once nothing more is sent: at the end, after a failure, or when the caller has gone. */
  onEnd?: () => void
  longestPauseMs?: number
}

/**
 * Sends a file piece by piece, as fast as it is taken and no faster, compressed where the caller
 * takes gzip. What fails before the first piece is answered like any failure; what fails later
 * breaks the connection off, so that nobody takes a part for the whole.
 */
export async function answerFile(
  context: AppContext,
  type: string,
  { name, content }: FileAnswer,
  { log, onEnd = () => undefined, longestPauseMs = LONGEST_PAUSE_MS }: Sending,
): Promise<Response> {
  const encoder = new TextEncoder()
  const request = loggedRequest(context)
  const pieces = content[Symbol.asyncIterator]()
  let next: IteratorResult<string> | undefined = await pieces.next()
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
        controller.enqueue(encoder.encode(piece.value))
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
    // What the adapter does with an error includes writing its message to the console.
    controller.error(new Error('The file broke off.'))
    await end()
  }
  context.header('Content-Type', `${type}; charset=utf-8`)
  context.header('Content-Disposition', `attachment; filename="${name}"`)
  if (context.req.method === 'HEAD') {
    await stream.cancel()
    return context.body(null)
  }
  // Said outright, or the adapter reads ahead and answers a failure there with its message.
  context.header('Transfer-Encoding', 'chunked')
  if (!takesGzip(context)) return context.body(stream)
  // The middleware that compresses pages adds a listener for every pause of the caller.
  context.header('Content-Encoding', 'gzip')
  return context.body(stream.pipeThrough(new CompressionStream('gzip') as Compression))
}

type Compression = ReadableWritablePair<Uint8Array, Uint8Array>

const takesGzip = ({ req }: AppContext) =>
  /(^|[,\s])(gzip|\*)\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(req.header('Accept-Encoding') ?? '')
