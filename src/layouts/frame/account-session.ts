import { forgetAnswersOfOthers, ownedByPerson } from '#islands/forms/fill/stored-answer-owner.ts'
import { pagePerson } from '#islands/identity/account-element.ts'
import { storeReturnPath } from '#islands/identity/return-path.ts'
import type { SessionFlow } from '#islands/identity/session-flow.ts'
import type { TabMessage } from '#islands/identity/tab-channel.ts'

let running: SessionFlow | null = null

async function session(): Promise<SessionFlow> {
  const { pageSession } = await import('#islands/identity/page-session.tsx')
  running = pageSession()
  return running
}

/**
 * Goes on from a link of the account menu that signs in or out, or tells what is new.
 * @param popup what the click has opened; null where the browser did not.
 * @throws where the flow cannot be fetched: then the link itself leads on.
 */
export async function begin(link: HTMLAnchorElement, popup: Window | null): Promise<void> {
  const { session: command, redirect = null } = link.dataset
  if (command === 'whats-new') {
    const { openWhatsNew } = await import('#islands/release-notes/whats-new.ts')
    return openWhatsNew(link)
  }
  if (command === 'sign-in-here') {
    storePlace(redirect)
    return location.assign(link.href)
  }
  const flow = await session().catch((error: unknown) => {
    storePlace(redirect)
    throw error
  })
  if (command === 'sign-out') flow.signOut(popup)
  else flow.signIn(popup, redirect)
}

const storePlace = (redirect: string | null) =>
  storeReturnPath(redirect ?? location.pathname + location.search + location.hash)

export async function hear(message: TabMessage): Promise<void> {
  const person = message.type === 'signed-in' ? message.person : null
  forgetAnswersOfOthers(ownedByPerson(person ?? ''))
  if (running || person !== pagePerson()) (await session()).hear(message)
}
