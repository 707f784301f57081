import type { Hono } from 'hono'
import type { AppEnvironment } from '../http/request-context.ts'
import { notFound } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** Nobody can guess the names of these images. */
export const PUBLIC_FILES = '/files'

const IMAGE = /^[a-z-]+\/[0-9a-f]{32}-\d{1,4}\.webp$/

/** A name's content never changes. The type is that of the encoded image. */
export function serveFiles(app: Hono<AppEnvironment>, { files }: Pick<Services, 'files'>): void {
  app.get(`${PUBLIC_FILES}/:folder/:name`, async (context) => {
    const { folder, name } = context.req.param()
    const key = `${folder}/${name}`
    const found = IMAGE.test(key) ? await files.read(key) : null
    if (!found) {
      context.header('Cache-Control', 'no-store')
      throw notFound('This file')
    }
    context.header('Content-Type', 'image/webp')
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Content-Length', String(found.bytes))
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    if (context.req.method === 'HEAD') {
      await found.content.cancel()
      return context.body(null)
    }
    return context.body(found.content)
  })
}
