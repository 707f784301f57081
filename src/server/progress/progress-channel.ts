import type { Database } from '../database/connection.ts'
import {
  createSessionSockets,
  type LiveChannel,
  type LiveOptions,
} from '../identity/session-sockets.ts'
import { livingSessions } from '../identity/sessions.ts'
import type { Services } from '../services.ts'

/**
 * The session says whose work it is. The `user_uuid` and `email` that clients send only refuse: they must not name another person.
 */
export function createProgressChannel(services: Services, options?: LiveOptions): LiveChannel {
  const { db, settings, progress } = services
  let stopHearing: (() => void) | undefined
  const sockets = createSessionSockets(
    services,
    {
      mayOpen: async ({ personId, uuid }, address) => {
        if ((address.get('user_uuid') ?? uuid) !== uuid) return false
        const email = address.get('email')
        if (email !== null && email.toLowerCase() !== (await readEmail(db, personId))) return false
        stopHearing ??= progress.subscribe(({ to, message }) =>
          sockets.send(message, (listener) => listener.uuid === to),
        )
        return true
      },
      stillMay: (ids) => livingSessions(db, settings, ids),
    },
    options,
  )
  return {
    upgrade: sockets.upgrade,
    close: async () => {
      stopHearing?.()
      await sockets.close()
    },
  }
}

async function readEmail(db: Database, personId: number): Promise<string | undefined> {
  const person = await db
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst()
  return person?.email.toLowerCase()
}
