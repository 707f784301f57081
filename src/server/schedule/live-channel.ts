import { holds } from '#lib/policy/policy.ts'
import { sessionsThatMay } from '../identity/sessions.ts'
import {
  createSessionSockets,
  type LiveChannel,
  type LiveOptions,
} from '../live/session-sockets.ts'
import type { Services } from '../services.ts'

const NEEDED = 'clinic.view_appointment'

/** Tells staff which days changed; browsers read again through the API. */
export function createClinicChannel(services: Services, options?: LiveOptions): LiveChannel {
  const { db, settings, live } = services
  const sockets = createSessionSockets(
    services,
    {
      mayOpen: (viewer) => viewer.isStaff && holds(viewer, NEEDED),
      stillMay: (ids) => sessionsThatMay(db, settings, ids, NEEDED),
    },
    options,
  )
  const stopHearing = live.subscribe((changed) => sockets.send(changed))
  return {
    upgrade: sockets.upgrade,
    close: async () => {
      stopHearing()
      await sockets.close()
    },
  }
}
