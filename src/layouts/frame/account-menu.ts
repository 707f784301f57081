import { pagePerson, pageSettings } from '#islands/session/account-element.ts'
import { lastPerson, notePerson } from '#islands/session/last-person.ts'
import { openPopup } from '#islands/session/popup.ts'
import { keepReturnPath, takeArrival } from '#islands/session/return-path.ts'
import type { SessionFlow } from '#islands/session/session-flow.ts'
import { listen, type TabMessage } from '#islands/session/tab-channel.ts'
import { noteInput } from '#islands/session/unsaved-work.ts'

let running: Promise<SessionFlow> | null = null

/** Fetched when somebody signs in or out, here or in another tab; asked for anew if that fails. */
async function session(): Promise<SessionFlow> {
  running ??= import('./fetch-session.ts').then(({ fetchSession }) => fetchSession())
  try {
    return await running
  } catch (error) {
    running = null
    throw error
  }
}

/** Makes links that sign in or out do so in a popup; without this they are links. */
function onClick(event: MouseEvent) {
  const isPlain = !(
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-session]')
  if (!link || !isPlain || event.defaultPrevented) return
  const { session: wish, redirect = null } = link.dataset
  if (wish === 'sign-in-here') return keepPlace(redirect)
  event.preventDefault()
  void begin(link, wish === 'sign-out', redirect)
}

async function begin(link: HTMLAnchorElement, isSignOut: boolean, redirect: string | null) {
  const popup = popupAt(isSignOut ? 'logout' : 'login-callback/')
  try {
    const flow = await session()
    if (isSignOut) flow.signOut(popup)
    else flow.signIn(popup, redirect)
  } catch {
    popup?.close()
    keepPlace(redirect)
    location.assign(link.href)
  }
}

const keepPlace = (redirect: string | null) =>
  keepReturnPath(redirect ?? location.pathname + location.search + location.hash)

/** At once: a browser opens windows only while it remembers the click. */
function popupAt(path: string): Window | null {
  try {
    return openPopup(`${pageSettings().apiBase}/private/${path}`)
  } catch {
    return null
  }
}

async function hear(message: TabMessage) {
  const person = message.type === 'signed-in' ? message.person : null
  if (running || person !== pagePerson()) (await session()).hear(message)
}

/** What cannot be fetched leaves the page as it is. */
const pass = (work: Promise<unknown>) => void work.catch(() => undefined)

/**
 * A page that comes back with Back or Forward is as it was when it was left: it has heard nothing
 * of what happened since.
 */
function onPageShow({ persisted }: PageTransitionEvent) {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const person = lastPerson(pagePerson())
  const isFromHistory = persisted || entry?.type === 'back_forward'
  if (!isFromHistory || person === pagePerson()) return notePerson(pagePerson())
  pass(hear(person === null ? { type: 'signed-out' } : { type: 'signed-in', person }))
}

function closeMenus({ target }: Event) {
  for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false
}

function onKeyDown({ key }: KeyboardEvent) {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('header details[open]')

noteInput()
listen((message) => pass(hear(message)))
addEventListener('pageshow', onPageShow)
document.addEventListener('click', onClick)
document.addEventListener('click', closeMenus)
document.addEventListener('focusin', closeMenus)
document.addEventListener('keydown', onKeyDown)
if (takeArrival()) pass(session().then((flow) => flow.arrive()))
