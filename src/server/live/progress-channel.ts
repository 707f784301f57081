import { livingSessions } from '../identity/sessions.ts'
import type { Services } from '../services.ts'
import { createSessionSockets, type LiveChannel, type LiveOptions } from './session-sockets.ts'

/**
 * The WebSocket that tells somebody how far their long-running work is (specification, section 7): it is
 * asked for with `user_uuid` and `email`, which must be their own, and tells nobody else's.
 */
export function createProgressChannel(services: Services, options?: LiveOptions): LiveChannel {
  const { db, settings, progress } = services
  let stopHearing: (() => void) | undefined
  const sockets = createSessionSockets(
    services,
    {
      mayOpen: async ({ personId, uuid }, address) => {
        const person = await db
          .selectFrom('person')
          .select('email')
          .where('id', '=', personId)
          .executeTakeFirst()
        const email = (address.get('email') ?? '').toLowerCase()
        if (address.get('user_uuid') !== uuid || email !== person?.email.toLowerCase()) return false
        // Until somebody wants to know, nothing is listened to.
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
