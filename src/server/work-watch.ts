import { isOutboxDue } from './jobs/outbox/outbox-rows.ts'
import { mayGoOut } from './messages/may-go-out.ts'
import type { Services } from './services.ts'
import { isTimeFreed } from './waiting-list/offer-free-times.ts'

const EVERY_MS = 3_000

/**
 * Asks for the jobs that send messages and webhooks, and offer free times, as soon as there is
 * something to do; without it, they wait for the next minute.
 * @returns a function that stops it.
 */
export function startWorkWatch(services: Services): () => void {
  const { db, jobs, log } = services
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      if (await isOutboxDue(db, 'message', mayGoOut(services))) await jobs.send('messages.send')
      if (await isOutboxDue(db, 'webhook_delivery')) await jobs.send('webhooks.send')
      if (await isTimeFreed(services)) await jobs.send('waiting_list.offer')
    } catch (error) {
      log.debug({ err: error }, 'could not look for work; it is tried again')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
