import type { Logger } from 'pino'
import sirv from 'sirv'

/**
 * Serves built files, compressed beforehand where possible. A file that vanishes during a build
 * ends the one answer, because its headers may be on their way.
 * @param folder is read once.
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
      // The library pipes the file without handling its errors.
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
