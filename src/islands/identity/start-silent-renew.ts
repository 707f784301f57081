import { type ActorRefFrom, createActor } from 'xstate'
import { createApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import { watchIdentityUser } from './identity-user.ts'
import { type SilentRenewDeps, silentRenewWithActors } from './silent-renew.actors.ts'
import { hasUnsavedWork } from './unsaved-work.ts'
import { userManager } from './user-manager.ts'

/**
 * Keeps the identity provider's tokens of a signed-in page alive, and says so where it cannot. Also
 * raises `silentRenew.failed` on the window, whose `detail.code` says what went wrong and nothing of
 * whom. A page runs one, however often this is called.
 * @returns what ends it
 */
export function startSilentRenew(
  settings: PublicSettings,
  overrides: Partial<SilentRenewDeps> = {},
): () => void {
  running ??= start(settings, overrides)
  return running
}

let running: (() => void) | null = null

function start(settings: PublicSettings, overrides: Partial<SilentRenewDeps>): () => void {
  const deps: SilentRenewDeps = {
    settings,
    manager: overrides.manager ?? userManager(settings),
    api: overrides.api ?? createApiClient(settings.apiBase),
    hasUnsavedWork,
    reload: () => location.reload(),
    ...overrides,
  }
  const { events } = deps.manager
  const actor = createActor(silentRenewWithActors(deps), { input: { online: navigator.onLine } })
  const ends = [
    events.addAccessTokenExpiring(() => actor.send({ type: 'token.expiring' })),
    events.addAccessTokenExpired(() => actor.send({ type: 'token.expired' })),
    watchIdentityUser(settings, () => actor.send({ type: 'user.changed' })),
    hear('online', () => actor.send({ type: 'connection.restored' })),
    hear('offline', () => actor.send({ type: 'connection.lost' })),
    // A page that comes back from the browser's cache has heard nothing of what happened since.
    hear('pageshow', ({ persisted }) => {
      if (persisted) actor.send({ type: 'user.changed' })
    }),
    showNoticeWhenNeeded(actor, settings),
  ]
  actor.on('silentRenew.failed', ({ type, code }) =>
    dispatchEvent(new CustomEvent(type, { detail: { code } })),
  )
  actor.start()
  return () => {
    running = null
    for (const end of ends) end()
    actor.stop()
  }
}

function showNoticeWhenNeeded(actor: SilentRenew, settings: PublicSettings): () => void {
  let hide: (() => void) | null = null
  let isOver = false
  const subscription = actor.subscribe((snapshot) => {
    if (!TELLING.some((state) => snapshot.matches(state))) return
    subscription.unsubscribe()
    void import('./SilentRenewNotice.tsx').then(({ showSilentRenewNotice }) => {
      if (!isOver) hide = showSilentRenewNotice(actor, settings)
    }, ignoreMissing)
  })
  return () => {
    isOver = true
    subscription.unsubscribe()
    hide?.()
  }
}

type SilentRenew = ActorRefFrom<typeof silentRenewMachine>
const TELLING = ['failed', 'signInOffered', 'reloadOffered'] as const
const ignoreMissing = () => undefined

function hear<K extends keyof WindowEventMap>(
  type: K,
  heard: (event: WindowEventMap[K]) => void,
): () => void {
  addEventListener(type, heard)
  return () => removeEventListener(type, heard)
}
