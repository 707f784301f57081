import { pagePerson, pageSettings } from '../identity/account-element.ts'
import { lastPerson } from '../identity/last-person.ts'
import { listen } from '../identity/tab-channel.ts'
import type { Reporter } from './reporter.ts'

/**
 * Reports what goes wrong on this page from now on, and of whom as far as their id. Only for a page
 * of an installation that has it configured. What reports is fetched once the page is usable; where
 * that fails, nothing is reported and nothing else is different.
 * @returns once it does, or never will
 */
export async function startErrorReporting(): Promise<void> {
  const { errorReporting, environment } = pageSettings()
  if (!errorReporting) return
  const missed = noteErrors()
  let person = pagePerson()
  let reporter: Reporter | null = null
  const setPerson = (now: string | null) => {
    person = now
    reporter?.setPerson(now)
  }
  listen((message) => setPerson(message.type === 'signed-in' ? message.person : null))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setPerson(lastPerson() || null)
  })
  try {
    await usable()
    const { startReporter } = await import('./reporter.ts')
    reporter = startReporter({ ...errorReporting, environment })
    reporter.setPerson(person)
    for (const error of missed()) reporter.report(error)
  } catch {
    missed()
  }
}

/** Collects what goes wrong until it is asked for. */
function noteErrors(): () => unknown[] {
  const errors: unknown[] = []
  const onError = ({ error }: ErrorEvent) => errors.push(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => errors.push(reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    return errors
  }
}

/** It starts at the latest so long after everything has loaded. */
const LONGEST_WAIT_MS = 3000

async function usable(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve)
  })
}
