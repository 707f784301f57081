import type { Services } from '../services.ts'
import { areMessagesDue } from './send-messages.ts'

const EVERY_MS = 3_000

/**
 * Asks for the job that sends messages as soon as one is due; without it, they wait for the next
 * minute. @returns a function that stops it.
 */
export function startMessageWatch({ db, jobs, log }: Services): () => void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      if (await areMessagesDue(db)) await jobs.send('messages.send')
    } catch (error) {
      log.debug({ err: error }, 'could not look for messages; it is tried again')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
