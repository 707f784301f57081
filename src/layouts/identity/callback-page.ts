import { type CallbackOutcome, runCallback } from '#islands/identity/callback.ts'
import { notePerson } from '#islands/identity/last-person.ts'
import { isPopup } from '#islands/identity/popup.ts'
import { noteArrival, readReturnPath, takeReturnPath } from '#islands/identity/return-path.ts'
import { announce } from '#islands/identity/tab-channel.ts'
import { signInProblem, unfinishedProblem } from '#lib/identity/sign-in-problem.ts'
import { ownPath } from '#lib/page/own-path.ts'

const page = document.getElementById('callback')
const { settings = 'null', person, failed } = page?.dataset ?? {}

offerToLeave()
if (failed === undefined) void run()

async function run() {
  const { userManager } = await import('#islands/identity/user-manager.ts')
  finish(await runCallback(userManager(JSON.parse(settings)), location.href))
}

function finish(outcome: CallbackOutcome) {
  if (outcome.kind === 'leaving') return
  // The API has signed them in, also where the browser's own part of it went wrong.
  if (person) {
    announce({ type: 'signed-in', person })
    // Pages that come back with Back know it too, however soon the next one is left.
    notePerson(person)
  }
  if (outcome.kind === 'failed') return showProblem(outcome.code, outcome.text)
  if (outcome.kind === 'anonymous' && !person) return showProblem(outcome.code, '')
  if (!isPopup()) {
    noteArrival()
    return location.replace(ownPath(takeReturnPath()) ?? '/')
  }
  close()
  show('signedIn')
}

function showProblem(code: string, text: string) {
  const { heading, text: explanation } = (person ? unfinishedProblem : signInProblem)(code)
  show('failed', heading)
  const section = document.querySelector('[data-outcome="failed"]')
  section?.querySelector('[data-text]')?.replaceChildren(explanation)
  const quote = section?.querySelector('[data-provider-text]')
  if (!quote || !text) return
  quote.replaceChildren(text)
  quote.closest('p')?.removeAttribute('hidden')
}

function show(name: string, heading?: string) {
  for (const section of document.querySelectorAll<HTMLElement>('[data-outcome]')) {
    section.hidden = section.dataset['outcome'] !== name
  }
  const shown = document.querySelector<HTMLElement>(`[data-outcome="${name}"] h1`)
  if (heading) shown?.replaceChildren(heading)
  document.title = document.title.replace(/–.*/, `– ${shown?.textContent}`)
  shown?.focus()
}

/** It leads to the page on which the sign-in started. */
function offerToLeave() {
  const link = document.querySelector<HTMLAnchorElement>('[data-leave]')
  if (!link) return
  if (isPopup()) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button button-secondary'
    button.append('Close this window')
    button.addEventListener('click', () => close())
    return link.replaceWith(button)
  }
  if (person) link.addEventListener('click', noteArrival)
  const path = ownPath(readReturnPath())
  if (path === null) return
  link.href = path
  link.replaceChildren('Go back to where you were')
}
