import type { IncomingMessage } from 'node:http'
import { holds } from '#lib/policy/policy.ts'
import type { Database } from './database/connection.ts'
import {
  createSessionSockets,
  type LiveChannel,
  type LiveOptions,
} from './identity/session-sockets.ts'
import { livingSessions, sessionsThatMay } from './identity/sessions.ts'
import { ANYTHING } from './schedule/schedule-feed.ts'
import type { Services } from './services.ts'

const NEEDED = 'clinic.view_appointment'

const channels = { '/ws/clinic/': createClinicChannel, '/ws/progress/': createProgressChannel }

const requestPath = ({ url }: IncomingMessage) => (url?.split('?')[0] ?? '').replace(/\/*$/, '/')

export const isLiveChannel = (request: IncomingMessage): boolean =>
  Object.hasOwn(channels, requestPath(request))

export function createLiveChannels(services: Services, options?: LiveOptions): LiveChannel {
  const open = new Map(
    Object.entries(channels).map(([path, create]) => [path, create(services, options)]),
  )
  return {
    upgrade: (request, socket, head) => {
      open.get(requestPath(request))?.upgrade(request, socket, head)
    },
    close: async () => {
      await Promise.all([...open.values()].map((channel) => channel.close()))
    },
  }
}

/**
 * Tells staff which days changed; browsers read again through the API. Those who see only their own
 * schedule hear of what is theirs, and where it was gathered with others' only that there is
 * something.
 */
function createClinicChannel(services: Services, options?: LiveOptions): LiveChannel {
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

/**
 * The session says whose work it is. The `user_uuid` and `email` that clients send only refuse: they must not name another person.
 */
function createProgressChannel(services: Services, options?: LiveOptions): LiveChannel {
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
