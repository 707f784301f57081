import { defineMiddleware, sequence } from 'astro:middleware'
import { createHash } from 'node:crypto'
import { brandStyle, pagePolicy } from '#lib/page/page-policy.ts'
import { findScreenAccess, mayOpen, saysWhoIsSignedIn } from '#lib/policy/screen-access.ts'

/** This site frames these pages, and no other site may. */
const FRAMES = new Set(['/silent-renew'])

/**
 * Makes a page to its end before its first part goes out, so that one whose last part breaks is an
 * error page and not a torn one. Notes for the log what it was.
 */
const makeWhole = defineMiddleware(async ({ locals, routePattern }, next) => {
  locals.route ??= routePattern
  const isErrorPage = locals.fault !== undefined
  try {
    const response = await next()
    return response.body ? new Response(await response.arrayBuffer(), response) : response
  } catch (error) {
    if (isErrorPage) return new Response('Sorry, something went wrong.', { status: 500 })
    locals.fault = error
    throw error
  }
})

/** A policy is built before anybody knows where people sign in: a page could no longer change it. */
const completeHeaders = defineMiddleware(async ({ locals, url }, next) => {
  const response = await next()
  if (response.headers.get('Content-Type') === 'text/html') {
    response.headers.set('Content-Type', 'text/html; charset=utf-8')
  }
  const isFrame = FRAMES.has(url.pathname.replace(/\/+$/, ''))
  const built = response.headers.get('Content-Security-Policy')
  if (built) {
    const style = createHash('sha256').update(brandStyle(locals.settings)).digest('base64')
    const policy = pagePolicy(built, locals.settings, { isFrame, styleHash: `sha256-${style}` })
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
  try {
    locals.viewer = await locals.readViewer()
  } catch {
    // Nobody knows who asks, which is no sign-out. Other pages are shown as to visitors.
    if (saysWhoIsSignedIn(url.pathname)) return context.rewrite(`/unavailable${url.search}`)
  }
  if (mayOpen(locals.viewer, url.pathname)) {
    const response = await next()
    // No cache may store what is made for one person.
    if (locals.viewer || findScreenAccess(url.pathname))
      response.headers.set('Cache-Control', 'no-store')
    return response
  }
  return context.rewrite((locals.viewer ? '/not-allowed' : '/sign-in-required') + url.search)
})

export const onRequest = sequence(makeWhole, completeHeaders, admit)
