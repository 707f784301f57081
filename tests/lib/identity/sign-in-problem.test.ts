import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import {
  isAnonymous,
  providerTexts,
  signInErrorCode,
  signInErrorTexts,
  signInProblem,
  unfinishedProblem,
} from '#lib/identity/sign-in-problem.ts'

test.each([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])('%s means that nobody is signed in, and is no fault', (code) => {
  expect(signInProblem(code)).toEqual({
    heading: 'You are not signed in',
    text: 'Sign in to continue.',
  })
  expect(isAnonymous(code)).toBe(true)
})

test('whose session stands is never told that they are not signed in', () => {
  for (const code of [
    'access_denied',
    'login_required',
    'state_mismatch',
    'unexpected',
    'network',
  ]) {
    const { heading, text } = unfinishedProblem(code)
    expect(`${heading} ${text}`, code).toContain('You are signed in')
    expect(`${heading} ${text}`, code).not.toMatch(/not signed in|could not sign you in/)
    expect(isAnonymous(code)).toBe(code === 'login_required')
  }
})

test('a provider’s words are one line, of bounded length, whatever it sends', () => {
  expect(providerTexts(' <b>Ask</b>\r\n\u0000\u202ethe\tdesk ')).toBe('<b>Ask</b> the desk')
  expect(providerTexts('x'.repeat(200))).toBe('x'.repeat(200))
  expect(providerTexts('😀'.repeat(5000))).toBe(`${'😀'.repeat(200)}…`)
  expect(signInErrorTexts(new ErrorResponse({ error: 'a', error_description: 'Why' }))).toBe('Why')
  expect(signInErrorTexts(new ErrorResponse({ error: 'a', error_description: null }))).toBe('')
  expect(signInErrorTexts(new Error('State does not match'))).toBe('')
})

test('what an address says beyond known words is not repeated', () => {
  for (const code of ['', 'Call 0900 123456 now', 'constructor', '__proto__']) {
    expect(signInProblem(code).heading).toBe('We could not sign you in')
  }
})

const named: [Error, string, string][] = [
  [
    new ErrorResponse({ error: 'access_denied', error_description: 'No' }),
    'access_denied',
    'You are not signed in',
  ],
  [new Error('State does not match'), 'state_mismatch', 'This sign-in has expired'],
  [new Error('No matching state found in storage'), 'state_not_found', 'This sign-in has expired'],
  [new ErrorTimeout('Network timed out'), 'timed_out', 'We could not reach the sign-in service'],
  [
    new ErrorTimeout('IFrame timed out without a response'),
    'timed_out',
    'We could not reach the sign-in service',
  ],
  [
    new Error('Internal Server Error (500): {"detail":"secret"}'),
    'server_error',
    'We could not reach the sign-in service',
  ],
  [new ErrorResponse({ error: 'invalid_grant' }), 'invalid_grant', 'This sign-in has expired'],
  [new TypeError('Failed to fetch'), 'network', 'We could not reach the sign-in service'],
  [new Error('Popup closed by user'), 'access_denied', 'You are not signed in'],
  [new Error('Popup blocked by user'), 'access_denied', 'You are not signed in'],
  [new Error('Something nobody expected'), 'unexpected', 'We could not sign you in'],
]

test.each(named)('%s is told in plain words', (error, code, heading) => {
  expect(signInErrorCode(error)).toBe(code)
  expect(signInProblem(code).heading).toBe(heading)
})
