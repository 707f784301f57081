import type { Settings } from '../settings.ts'

const HSTS_SECONDS = 63_072_000

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
