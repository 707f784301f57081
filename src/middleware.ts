import { defineMiddleware, sequence } from 'astro:middleware'
import { accessOf, mayOpen } from '#lib/contract/policy.ts'
import { pagePolicy } from '#lib/page-policy.ts'

/** Pages that this site frames, and no other may. */
const FRAMES = new Set(['/silent-renew'])

/** A policy is built before anybody knows where people sign in: a page could no longer change it. */
const completePolicy = defineMiddleware(async ({ locals, url }, next) => {
  const response = await next()
  const isFrame = FRAMES.has(url.pathname.replace(/\/+$/, ''))
  const built = response.headers.get('Content-Security-Policy')
  if (built) {
    const policy = pagePolicy(built, locals.settings, { isFrame })
    response.headers.set('Content-Security-Policy', policy)
  }
  if (isFrame) response.headers.set('X-Frame-Options', 'SAMEORIGIN')
  return response
})

/**
 * Finds out who asks for a page, and shows what they may not open as a page of its own at the same
 * address: signing in brings them back by loading it again.
 */
const admit = defineMiddleware(async (context, next) => {
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

export const onRequest = sequence(completePolicy, admit)
