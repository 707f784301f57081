import { sealTrail } from './audit/seals/seal-trail.ts'
import { isOutboxDue } from './jobs/outbox.ts'
import { beginSearch, compareChanged, goOnSearching } from './merging/duplicate-search.ts'
import { mayGoOut } from './messages/may-go-out.ts'
import { planNextDoses } from './messages/next-dose-message.ts'
import { planFormsDue, planReminders } from './messages/plan-reminders.ts'
import { sendMessages } from './messages/send-messages.ts'
import { askForNewTimes } from './orphaned/ask-for-new-times.ts'
import { runRetention } from './retention/run-retention.ts'
import type { Services } from './services.ts'
import { isTimeFreed, noteAllTimes, offerFreeTimes } from './waiting-list/offer-free-times.ts'
import { removeOldDeliveries, sendWebhooks } from './webhooks/send-webhooks.ts'

/**
 * Every minute seals the audit trail, compares changed people, offers free times and sends messages
 * and webhooks; at night compares everybody and removes what is kept no longer.
 */
export async function startWork(services: Services): Promise<void> {
  const { jobs, settings, db } = services
  await jobs.work(
    {
      'audit.seal': {
        cron: '* * * * *',
        run: async (ending) => {
          const isKept = await sealTrail(services, ending)
          if (isKept && !ending.aborted) await jobs.send('audit.seal')
        },
      },
      'duplicates.changed': {
        cron: '* * * * *',
        run: async (ending) => {
          await compareChanged(services, ending)
          const search = await db
            .selectFrom('duplicate_search')
            .select('id')
            .where('ended', 'is', null)
            .executeTakeFirst()
          // Its job may be lost with its process.
          if (search && !ending.aborted) await jobs.send('duplicates.search')
        },
      },
      'duplicates.search': {
        run: async (ending) => {
          const isKept = await goOnSearching(services, ending)
          if (isKept && !ending.aborted) await jobs.send('duplicates.search')
        },
      },
      'messages.send': {
        cron: '* * * * *',
        run: async (ending) => {
          await planReminders(services)
          await planFormsDue(services)
          await planNextDoses(services)
          const isLeft = await sendMessages(services, ending)
          if (isLeft && !ending.aborted) await jobs.send('messages.send')
        },
      },
      'orphaned.ask': {
        cron: '*/5 * * * *',
        run: async () => {
          await askForNewTimes(services)
        },
      },
      'waiting_list.offer': {
        cron: '* * * * *',
        run: async (ending) => {
          const isLeft = await offerFreeTimes(services)
          if (isLeft && !ending.aborted) await jobs.send('waiting_list.offer')
        },
      },
      'waiting_list.look': { cron: '*/15 * * * *', run: () => noteAllTimes(services) },
      'duplicates.nightly': { cron: '30 2 * * *', run: () => beginSearch(services, null) },
      'retention.nightly': {
        cron: '15 3 * * *',
        run: async (ending) => {
          await removeOldDeliveries(db)
          const { isLeft } = await runRetention(services, ending)
          if (isLeft && !ending.aborted) await jobs.send('retention.nightly')
        },
      },
      'webhooks.send': {
        cron: '* * * * *',
        run: async (ending) => {
          const isLeft = await sendWebhooks(services, ending)
          if (isLeft && !ending.aborted) await jobs.send('webhooks.send')
        },
      },
    },
    settings.CLINIC_TIME_ZONE,
  )
}

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
