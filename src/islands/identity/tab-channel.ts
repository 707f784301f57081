export type TabMessage =
  /** It has the `uuid` of the person. */
  { type: 'signed-in'; person: string } | { type: 'signed-out' }

const hasChannels = () => typeof BroadcastChannel === 'function'

/**
 * Tabs talk under a name: of the channel, and of the storage entry where there are no channels. It
 * depends on nothing, so that the smallest script of a page can use it.
 */
export function tabChannel<Message>(
  name: string,
  isMessage: (message: unknown) => message is Message,
) {
  return {
    /** Tells every tab of this site, this one included. */
    announce(message: Message): void {
      if (hasChannels()) {
        const channel = new BroadcastChannel(name)
        channel.postMessage(message)
        channel.close()
        return
      }
      const newValue = JSON.stringify(message)
      try {
        localStorage.setItem(name, newValue)
        localStorage.removeItem(name)
      } catch {}
      dispatchEvent(new StorageEvent('storage', { key: name, newValue }))
    },
    /** Hears what tabs announce. @returns what stops listening */
    listen(heard: (message: Message) => void): () => void {
      if (hasChannels()) {
        const channel = new BroadcastChannel(name)
        channel.onmessage = ({ data }) => {
          if (isMessage(data)) heard(data)
        }
        return () => channel.close()
      }
      const stored = ({ key, newValue }: StorageEvent) => {
        if (key !== name || newValue === null) return
        const message = parse(newValue)
        if (isMessage(message)) heard(message)
      }
      addEventListener('storage', stored)
      return () => removeEventListener('storage', stored)
    },
  }
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

export const { announce, listen } = tabChannel('carelane.session', isTabMessage)
