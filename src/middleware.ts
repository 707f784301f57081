import { defineMiddleware } from 'astro:middleware'
import { accessOf, mayOpen } from '#lib/contract/policy.ts'

/**
 * Finds out who asks for a page, and shows what they may not open as a page of its own at the same
 * address: signing in brings them back by loading it again.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, url } = context
  locals.viewer = await locals.readViewer()
  if (mayOpen(locals.viewer, url.pathname)) {
    const response = await next()
    // What is made for one person is for no cache to keep.
    if (locals.viewer || accessOf(url.pathname)) response.headers.set('Cache-Control', 'no-store')
    return response
  }
  return context.rewrite(locals.viewer ? '/not-allowed' : '/sign-in-required')
})
