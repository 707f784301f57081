import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Demonstration } from '#server/demonstration.ts'
import type { Services } from '#server/services.ts'
import { seedDemoData } from './data/seed-demo-data.ts'
import { addSiteImages } from './data/site-images.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from './identity-provider/people.ts'
import { isForDemoProvider } from './identity-provider/provider-path.ts'
import { removeExpiredRecords } from './identity-provider/records.ts'
import {
  createInbox,
  INBOX_PATH,
  inboxTextTransport,
  inboxTransport,
  isForInbox,
} from './inbox/inbox-pages.ts'

const KEPT_DAYS = 7

export const demonstration: Demonstration = {
  seed: async ({ db, files, settings, log }) => {
    const isSeeded = await seedDemoData(db, {
      timeZone: settings.CLINIC_TIME_ZONE,
      now: Date.now(),
    })
    if (!isSeeded) return false
    await addSiteImages({ db, files }).catch((error: unknown) =>
      log.warn({ err: error }, 'the images of the demonstration could not be stored'),
    )
    return true
  },
  removeExpired: async (db) => {
    await removeExpiredRecords(db)
    await removeOldMail(db)
  },
  mailTransport: inboxTransport,
  textTransport: inboxTextTransport,
  isForPages: (path) => isForDemoProvider(path) || isForInbox(path),
  createPages: (services) => {
    const provider = identityProvider(services)
    const inbox = createInbox(services)
    return (request, response) => {
      const answer = isForInbox(request.url ?? '') ? inbox : provider
      answer(request, response)
    }
  },
  welcome: [
    'This is a demonstration with made-up data. Anyone can book as a guest.',
    `These sign in with the password ${DEMO_PASSWORD}: ${DEMO_EMAILS.join(', ')}`,
    `Messages to patients are kept here: ${INBOX_PATH}`,
  ],
}

/** It is made for the first who signs in, because loading it takes a good part of the start. */
function identityProvider(services: Services): ReturnType<Demonstration['createPages']> {
  const make = async () => {
    const { createDemoProvider } = await import('./identity-provider/demo-provider.ts')
    return await createDemoProvider(services)
  }
  let made: ReturnType<typeof make> | undefined
  return async (request, response) => {
    made ??= make()
    const answer = await made.catch((error: unknown) => {
      made = undefined
      services.log.error({ err: error }, 'the demonstration’s identity provider cannot be made')
      response.writeHead(503, { 'Retry-After': '5', 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('Nobody can sign in at the moment. Try again soon.')
    })
    answer?.(request, response)
  }
}

async function removeOldMail(db: Database): Promise<void> {
  await db
    .deleteFrom('demo_mail')
    .where('arrived', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
