import { outsideLine } from '../text/outside-line.ts'

const ANONYMOUS = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])

type SignInProblem = { heading: string; text: string }

const anonymous: SignInProblem = {
  heading: 'You are not signed in',
  text: 'Sign in to continue.',
}
const outdated: SignInProblem = {
  heading: 'This sign-in has expired',
  text: 'You may have started it too long ago or in another window. There is nothing wrong with your account. Try again.',
}
const away: SignInProblem = {
  heading: 'We could not reach the sign-in service',
  text: 'It is usually back within a minute. Check your connection, then try again.',
}
const unexpected: SignInProblem = {
  heading: 'We could not sign you in',
  text: 'Something went wrong between us and the sign-in service. You are not signed in.',
}

const unfinished: SignInProblem = {
  heading: 'You are signed in',
  text: 'The last step of signing in did not work. You can continue, or try again.',
}

const problems: Record<string, SignInProblem> = {
  access_denied: {
    heading: 'You are not signed in',
    text: 'The sign-in was cancelled or refused.',
  },
  account_closed: {
    heading: 'This account is closed',
    text: 'You cannot sign in with it. If you think this is a mistake, contact us.',
  },
  state_mismatch: outdated,
  state_not_found: outdated,
  invalid_grant: outdated,
  server_error: away,
  temporarily_unavailable: away,
  network: away,
  timed_out: away,
  no_session: {
    heading: 'Your browser did not keep you signed in',
    text: 'Allow cookies for this site, then try again. We only use them to sign you in.',
  },
}

/**
 * @param code of the protocol, or ours. Other text of the address is not shown, because anybody can
 *   write an address.
 */
export function signInProblem(code: string): SignInProblem {
  if (ANONYMOUS.has(code)) return anonymous
  return Object.hasOwn(problems, code) ? (problems[code] ?? unexpected) : unexpected
}

export function unfinishedProblem(code: string): SignInProblem {
  if (signInProblem(code) !== away) return unfinished
  return { heading: away.heading, text: 'You are signed in and can continue.' }
}

export const isAnonymous = (code: string): boolean => ANONYMOUS.has(code)

const LONGEST_TEXT = 200

export const providerTexts = (text: string): string => outsideLine(text, LONGEST_TEXT)

const codes: Record<string, string> = {
  'State does not match': 'state_mismatch',
  'No matching state found in storage': 'state_not_found',
  'Network timed out': 'timed_out',
  'IFrame timed out without a response': 'timed_out',
  'Popup closed by user': 'access_denied',
  'Popup blocked by user': 'access_denied',
}

export function signInErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unexpected'
  if ('error' in error && typeof error.error === 'string') return error.error
  // Browsers reject with it when no answer comes.
  if (error instanceof TypeError) return 'network'
  // The client library says this of a failure of the server.
  if (/ \(5\d\d\)/.test(error.message)) return 'server_error'
  return codes[error.message] ?? 'unexpected'
}

/** Is empty where the provider says nothing, or is not at fault. */
export function signInErrorTexts(error: unknown): string {
  const { error_description: texts } = (error ?? {}) as { error_description?: unknown }
  return typeof texts === 'string' ? providerTexts(texts) : ''
}
