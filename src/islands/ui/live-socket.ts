import ReconnectingWebSocket from 'partysocket/ws'

const NOT_ALLOWED = 4401

/**
 * Opens a live channel, and opens it again whenever it breaks.
 * @param webSocketBase as the server's settings have it.
 */
export function openLiveSocket(
  webSocketBase: string,
  channel: 'clinic' | 'progress',
  query: Record<string, string> = {},
): ReconnectingWebSocket {
  const address = new URL(`${webSocketBase}/${channel}/`, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  address.search = new URLSearchParams(query).toString()
  return new ReconnectingWebSocket(address.href, [], {
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 30_000,
    reconnectionDelayGrowFactor: 2,
    shouldReconnectOnClose: ({ code }) => code !== NOT_ALLOWED,
  })
}
