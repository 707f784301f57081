import type { Settings } from './settings.ts'

const HSTS_SECONDS = 63_072_000

/**
 * Headers of every answer. Pages have a policy of their own from the page renderer, in place of the
 * one here, under which nothing runs.
 */
export function securityHeaders(settings: Settings): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(settings.publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  }
}
