/** A date in a header names a whole second. */
const SECOND = 1000

/**
 * Reads the server's time from its answers, so that a browser whose clock is wrong still counts a
 * hold rightly. Answers to GET may come from a cache and are not believed. The end of the second
 * counts that an answer names: no hold seems longer than it is.
 */
export function serverClock(send: typeof fetch = (...request) => fetch(...request)) {
  let ahead = 0
  const listening: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    const answered = Date.parse(response.headers.get('Date') ?? '')
    const isFresh = init?.method !== undefined && init.method !== 'GET'
    if (isFresh && !Number.isNaN(answered)) ahead = answered + SECOND - Date.now()
    return response
  }
  return {
    send: listening,
    now: () => Date.now() + ahead,
  }
}
