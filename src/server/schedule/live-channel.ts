import { holds } from '#lib/policy/policy.ts'
import {
  createSessionSockets,
  type LiveChannel,
  type LiveOptions,
} from '../identity/session-sockets.ts'
import { sessionsThatMay } from '../identity/sessions.ts'
import type { Services } from '../services.ts'
import { ANYTHING } from './schedule-feed.ts'

const NEEDED = 'clinic.view_appointment'

/**
 * Tells staff which days changed; browsers read again through the API. Those who see only their own
 * schedule hear of what is theirs, and where it was gathered with others' only that there is
 * something.
 */
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
  const stopHearing = live.subscribe((changed) => {
    const [one, ...more] = changed.staff_ids
    const isOfOne = one !== undefined && more.length === 0
    sockets.send(
      changed,
      ({ onlyStaffId }) => onlyStaffId === null || (isOfOne && onlyStaffId === one),
    )
    if (isOfOne) return
    const concerned = new Set(changed.staff_ids)
    sockets.send(
      ANYTHING,
      ({ onlyStaffId }) =>
        onlyStaffId !== null && (one === undefined || concerned.has(onlyStaffId)),
    )
  })
  return {
    upgrade: sockets.upgrade,
    close: async () => {
      stopHearing()
      await sockets.close()
    },
  }
}
