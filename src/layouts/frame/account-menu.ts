import { lastPerson, notePerson } from '#islands/identity/last-person.ts'
import { openPopup } from '#islands/identity/popup.ts'
import { listen } from '#islands/identity/tab-channel.ts'

/*
 * It is on every page, and as small as can be. What it does when something happens is fetched then.
 */

const later = () => import('./account-session.ts')
const account = () => document.querySelector<HTMLElement>('[data-account]')?.dataset

/** What cannot be fetched leaves the page as it is. */
const pass = (work: Promise<unknown>) => void work.catch(() => undefined)

function onClick(event: MouseEvent) {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-session]')
  if (!link || button || metaKey || ctrlKey || shiftKey || altKey) return
  event.preventDefault()
  const popup = preparePopup(link)
  later()
    .then(({ begin }) => begin(link, popup))
    .catch(() => {
      popup?.close()
      location.assign(link.href)
    })
}

/** At once: a browser opens windows only while it remembers the click. */
function preparePopup({ href, dataset: { session: command } }: HTMLAnchorElement): Window | null {
  if (command === 'sign-in-here' || command === 'whats-new') return null
  try {
    return openPopup(command === 'sign-out' ? href : (account()?.['signIn'] ?? href))
  } catch {
    return null
  }
}

const person = () => account()?.['account'] ?? ''

/** A page that comes back with Back has heard nothing of what happened since. */
function catchUp() {
  const last = lastPerson()
  if (last === null || last === person()) return
  const message = last
    ? { type: 'signed-in' as const, person: last }
    : { type: 'signed-out' as const }
  pass(later().then(({ hear }) => hear(message)))
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('header details[open]')

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

function showOffline() {
  const line = document.querySelector<HTMLElement>('.offline')
  if (line) line.textContent = navigator.onLine ? '' : (line.dataset['offline'] ?? '')
}

listen((message) => pass(later().then(({ hear }) => hear(message))))
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) catchUp()
})
addEventListener('input', ({ target }) => {
  // Where only a view is chosen, nothing is lost.
  if (target instanceof Element && target.closest('[data-view-only]')) return
  document.documentElement.dataset['touched'] = ''
})
addEventListener('offline', showOffline)
addEventListener('online', showOffline)
showOffline()
document.addEventListener('click', onClick)
document.addEventListener('click', closeMenus)
document.addEventListener('focusin', closeMenus)
document.addEventListener('keydown', onKeyDown)

const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// What is made for a person is kept by no cache, and so is true; what is for nobody may have been.
if (!person() && entry?.type === 'back_forward') catchUp()
else notePerson(person())
