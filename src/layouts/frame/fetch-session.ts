import type { SessionFlow } from '#islands/session/session-flow.ts'

/** Stands between every page and the session flow, so that no page carries the list of its parts. */
export async function fetchSession(): Promise<SessionFlow> {
  const { pageSession } = await import('#islands/session/page-session.tsx')
  return pageSession()
}
