import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Turns of the event loop after which a page that did not change is at rest. */
const QUIET_TURNS = 2
/** Timers of a library, such as the query client's, that follow an answer at once. */
const SOON_MS = 5

/** A busy machine takes long to load a part of the page, however few turns that is. */
const LONGEST_MS = 120_000
/** The real clock, also where a test fakes it. */
const now = performance.now.bind(performance)

/** Lets faked time pass, and resolves once everything on its way has arrived and the page is at rest. */
export async function settled(milliseconds = 0) {
  let hasChanged = false
  const observer = new MutationObserver(() => {
    hasChanged = true
  })
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  observer.observe(document, all)
  if (milliseconds > 0) await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    hasChanged = false
    await act(turn)
    if (hasChanged || observer.takeRecords().length > 0) quiet = -1
  }
  observer.disconnect()
}

async function turn() {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(SOON_MS)
  await new Promise((resolve) => setImmediate(resolve))
  if (!vi.isFakeTimers()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Lets what is on its way arrive until a condition holds. */
export async function until(holds: () => boolean) {
  const end = now() + LONGEST_MS
  while (!holds() && now() < end) await settled()
  if (!holds()) throw new Error(`This never came to hold: ${holds}`)
}
