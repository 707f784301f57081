/**
 * What the tabs of one browser tell each other about signing in and out. Depends on nothing, so
 * that the smallest script of a page can take it in.
 */
export type TabMessage =
  /** Somebody has signed in: the `uuid` of the person. */
  { type: 'signed-in'; person: string } | { type: 'signed-out' }

/** Name of the channel, and of the storage entry where there are no channels. */
const NAME = 'carelane.session'

const hasChannels = () => typeof BroadcastChannel === 'function'

/** Tells every tab of this site, this one included. */
export function announce(message: TabMessage): void {
  if (hasChannels()) {
    const channel = new BroadcastChannel(NAME)
    channel.postMessage(message)
    channel.close()
    return
  }
  const newValue = JSON.stringify(message)
  try {
    localStorage.setItem(NAME, newValue)
    localStorage.removeItem(NAME)
  } catch {
    // A browser that keeps nothing tells other tabs nothing.
  }
  dispatchEvent(new StorageEvent('storage', { key: NAME, newValue }))
}

/**
 * Hears what tabs announce.
 * @returns what stops listening
 */
export function listen(heard: (message: TabMessage) => void): () => void {
  if (hasChannels()) {
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }) => {
      if (isTabMessage(data)) heard(data)
    }
    return () => channel.close()
  }
  const stored = ({ key, newValue }: StorageEvent) => {
    if (key !== NAME || newValue === null) return
    const message = parse(newValue)
    if (isTabMessage(message)) heard(message)
  }
  addEventListener('storage', stored)
  return () => removeEventListener('storage', stored)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isTabMessage(message: unknown): message is TabMessage {
  const { type, person } = (message ?? {}) as { type?: unknown; person?: unknown }
  return type === 'signed-out' || (type === 'signed-in' && typeof person === 'string')
}
