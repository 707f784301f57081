import type { Logger } from 'pino'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { AppContext } from './request-context.ts'

/**
 * Sends a file piece by piece, as fast as it is taken and no faster. What fails before the first
 * piece is answered like any failure; what fails later breaks the connection off, so that nobody
 * takes a part for the whole.
 */
export async function answerFile(
  context: AppContext,
  type: string,
  { name, content }: FileAnswer,
  log: Logger,
): Promise<Response> {
  const encoder = new TextEncoder()
  const pieces = content[Symbol.asyncIterator]()
  let next: IteratorResult<string> | undefined = await pieces.next()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = next ?? (await pieces.next())
        next = undefined
        if (piece.done) controller.close()
        else controller.enqueue(encoder.encode(piece.value))
      } catch (error) {
        log.error({ requestId: context.get('requestId'), err: error }, 'a file broke off')
        // What the adapter does with an error includes writing its message to the console.
        controller.error(new Error('The file broke off.'))
      }
    },
    async cancel() {
      await pieces.return?.()
    },
  })
  context.header('Content-Type', `${type}; charset=utf-8`)
  context.header('Content-Disposition', `attachment; filename="${name}"`)
  // Said outright, or the adapter reads ahead and answers a failure there with its message.
  context.header('Transfer-Encoding', 'chunked')
  return context.body(stream)
}
