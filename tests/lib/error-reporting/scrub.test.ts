import type { ErrorEvent as ErrorReport, EventHint, StackFrame } from '@sentry/astro'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/api/api-error.ts'
import { maskAddress, scrubBreadcrumb, scrubReport } from '#lib/error-reporting/scrub.ts'

describe('an address', () => {
  test.each([
    ['/services?key=carelane-demo', '/services'],
    ['/appointments/42#access=c2VjcmV0', '/appointments/**'],
    [
      'https://clinic.example:8443/clinic/staff/7/2026/11/22?x=1',
      'https://clinic.example:8443/clinic/staff/*/****/**/**',
    ],
    ['https://me:secret@clinic.example/', 'https://clinic.example/'],
    ['/api/public/addresses/autocomplete/Downing/', '/api/public/addresses/autocomplete/*/'],
    ['/api/public/addresses/10%20Downing%20Street/', '/api/public/addresses/*/'],
    ['/api/private/users/0e9dd1c2-7d3c-4c5e-9a70-5a3cf0b4a1de/', '/api/private/users/*/'],
    ['/user/jane@roe.example', '/user/*'],
    ['mailto:jane@roe.example', 'mailto:*'],
    ['data:text/plain,Jane', 'data:*'],
    [
      'https://clinic.example/_astro/page.B3x9-_4.js',
      'https://clinic.example/_astro/page.B3x9-_4.js',
    ],
    ['/_astro/../user/7', '/_astro/../user/*'],
    ['<anonymous>', '*'],
  ])('%s leaves as %s, however often it is masked', (address, masked) => {
    expect(maskAddress(address)).toBe(masked)
    expect(maskAddress(masked)).toBe(masked)
  })
})

const frame = (lineno: number): StackFrame => ({
  filename: 'https://clinic.example/user/7?key=secret',
  function: 'load',
  lineno,
  colno: 1,
  in_app: true,
  vars: { name: 'Jane Roe' },
  context_line: "const name = 'Jane Roe'",
})

const report = (value: string, type = 'TypeError'): ErrorReport => ({
  type: undefined,
  exception: { values: [{ type, value }] },
})

const toMessage = (sent: ErrorReport) => sent.exception?.values?.[0]?.value
const scrubbed = (value: string) => toMessage(scrubReport(report(value), {}))

describe('what a script says went wrong', () => {
  test.each([
    [
      "Cannot read properties of undefined (reading 'map')",
      "Cannot read properties of undefined (reading 'map')",
    ],
    ["can't access property 4, it's null", "can't access property *, it's null"],
    [
      'Unexpected token \'J\', "Jane Roe" is not valid JSON',
      'Unexpected token \'*\', "*" is not valid JSON',
    ],
    ['"Jane Roe', '"*"'],
    ['‘1’ “Jane” `Roe`', '‘*’ "*" "*"'],
    ['Write to jane.roe@example.test, please', 'Write to *@*, please'],
    [
      'Failed to fetch https://clinic.example/user/7?key=secret',
      'Failed to fetch https://clinic.example/user/*',
    ],
    ['/services?key=carelane-demo&access=abc', '/services'],
    ['No eyJhbGciOiJIUzI1NiIsInR5cCI6 here', 'No * here'],
    ['NHS number 943 476 5919', 'NHS number *** *** ****'],
  ])('%s leaves as %s', (message, masked) => {
    expect(scrubbed(message)).toBe(masked)
  })

  test('ends after 250 characters, and half a quotation is masked all the same', () => {
    const long = scrubbed(
      `${'a '.repeat(120)}"Jane Roe ${'and so on '.repeat(40)}"${' b'.repeat(20)}`,
    )
    expect(long).toHaveLength(250)
    expect(long).toMatch(/"\*" b b b…$/)
  })

  test('of a refused call is its status and code: the sentence is for the person', () => {
    const refused = new ApiError({ status: 409, code: 'slot_taken', detail: 'Jane Roe has it.' })
    const hint: EventHint = { originalException: refused }
    expect(toMessage(scrubReport(report('Jane Roe has it.', 'ApiError'), hint))).toBe(
      '409 slot_taken',
    )
    expect(toMessage(scrubReport(report('Jane Roe has it.', 'ApiError'), {}))).toBe('')
  })
})

test('a report holds what is listed and nothing else', () => {
  const sent = scrubReport(
    {
      type: undefined,
      event_id: 'e1',
      timestamp: 1,
      platform: 'javascript',
      level: 'error',
      environment: 'test',
      release: 'carelane@1',
      exception: {
        values: [
          {
            type: 'Error',
            value: 'No',
            mechanism: { type: 'onerror', handled: false, data: { name: 'Jane Roe' } },
            stacktrace: { frames: Array.from({ length: 60 }, (_, line) => frame(line)) },
          },
        ],
      },
      breadcrumbs: Array.from({ length: 101 }, (_, timestamp) => ({ timestamp })),
      user: { id: 'u1', email: 'jane@roe.example', username: 'Jane', ip_address: '127.0.0.1' },
      request: {
        url: 'https://clinic.example/user/7?key=secret',
        query_string: 'key=secret',
        cookies: { session: 'secret' },
        headers: { 'User-Agent': 'Browser', Referer: 'https://clinic.example/?key=secret' },
      },
      tags: { replayId: 'r1', name: 'Jane Roe' },
      extra: { form: { name: 'Jane Roe' } },
      contexts: { trace: { trace_id: 't1', span_id: 's1' }, person: { name: 'Jane Roe' } },
      server_name: 'jane-laptop',
    },
    {},
  )
  expect(sent).toEqual({
    type: undefined,
    event_id: 'e1',
    timestamp: 1,
    platform: 'javascript',
    level: 'error',
    environment: 'test',
    release: 'carelane@1',
    exception: {
      values: [
        {
          type: 'Error',
          value: 'No',
          mechanism: { type: 'onerror', handled: false },
          stacktrace: {
            frames: Array.from({ length: 50 }, (_, place) => ({
              filename: 'https://clinic.example/user/*',
              function: 'load',
              lineno: place + 10,
              colno: 1,
              in_app: true,
            })),
          },
        },
      ],
    },
    breadcrumbs: Array.from({ length: 100 }, (_, place) => ({ timestamp: place + 1 })),
    user: { id: 'u1' },
    request: { url: 'https://clinic.example/user/*', headers: { 'User-Agent': 'Browser' } },
    tags: { replayId: 'r1' },
    contexts: { trace: { trace_id: 't1', span_id: 's1' } },
  })
})

describe('what happened before', () => {
  test.each([
    [
      { category: 'ui.click', message: 'li > button.small[aria-label="Dismiss: Jane Roe"]#row-7' },
      { category: 'ui.click', message: 'li > button.small#row-*' },
    ],
    [
      { category: 'ui.input', message: 'input[name="x"][title="Ja...' },
      { category: 'ui.input', message: 'input' },
    ],
    [
      { category: 'navigation', data: { from: '/a/1?key=x', to: '/b#access=y' } },
      { category: 'navigation', data: { from: '/a/*', to: '/b' } },
    ],
    [
      {
        category: 'fetch',
        type: 'http',
        data: { method: 'PUT', url: '/api/users/7/?x=1', status_code: 409, request_body: 'Jane' },
      },
      {
        category: 'fetch',
        type: 'http',
        data: { method: 'PUT', url: '/api/users/*/', status_code: 409 },
      },
    ],
    [{ category: 'console', message: 'Jane Roe', data: { arguments: ['Jane Roe'] } }, null],
    [{ message: 'Jane Roe' }, null],
  ])('%o leaves as %o', (breadcrumb, left) => {
    expect(scrubBreadcrumb(breadcrumb)).toEqual(left)
  })
})
