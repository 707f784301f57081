import type { Logger } from 'pino'
import sirv from 'sirv'

/**
 * Serves what was built for the browser, compressed beforehand where that is there. Whatever a file's
 * reading fails of (it vanished, since somebody builds again beside the running server) ends the one
 * answer: its headers may be on their way, so that no other can be given.
 * @param folder as it is when this is called; files that come later are not served.
 */
export function builtFiles(folder: string, log: Logger): ReturnType<typeof sirv> {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader(
        'Cache-Control',
        path.startsWith('/_astro/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      )
      // The library pipes the file into the answer and does not look whether it can be read.
      response.once('pipe', (file) =>
        file.once('error', (err) => {
          const { method } = response.req
          const requestId = response.getHeader('X-Request-Id')
          log.error({ requestId, method, route: path, err }, 'a built file was not read')
          response.destroy()
        }),
      )
    },
  })
}
