import { type CallbackOutcome, runCallback } from '#islands/session/callback.ts'
import { isPopup } from '#islands/session/popup.ts'
import { noteArrival, takeReturnPath } from '#islands/session/return-path.ts'
import { announce } from '#islands/session/tab-channel.ts'
import { ownPath } from '#lib/own-path.ts'
import { signInProblem } from '#lib/sign-in-problem.ts'

const page = document.getElementById('callback')
const { settings = 'null', person, failed } = page?.dataset ?? {}

if (failed === undefined) void run()

async function run() {
  const { userManager } = await import('#islands/session/user-manager.ts')
  finish(await runCallback(userManager(JSON.parse(settings)), location.href))
}

function finish(outcome: CallbackOutcome) {
  if (outcome.kind === 'leaving') return
  // The API has signed them in, also where the browser's own part of it went wrong.
  if (person) announce({ type: 'signed-in', person })
  if (outcome.kind === 'failed') return showProblem(outcome.code)
  if (!isPopup()) {
    noteArrival()
    return location.replace(ownPath(takeReturnPath()) ?? '/')
  }
  close()
  // Only seen where the browser does not let a window close itself.
  show('signedIn')
}

function showProblem(code: string) {
  const { heading, words } = signInProblem(code)
  show('failed', heading)
  document.querySelector('[data-outcome="failed"] [data-words]')?.replaceChildren(words)
}

/** @param heading where it is not the one that the page came with. */
function show(name: string, heading?: string) {
  for (const section of document.querySelectorAll<HTMLElement>('[data-outcome]')) {
    section.hidden = section.dataset['outcome'] !== name
  }
  const shown = document.querySelector<HTMLElement>(`[data-outcome="${name}"] h1`)
  if (heading) shown?.replaceChildren(heading)
  document.title = document.title.replace(/–.*/, `– ${shown?.textContent}`)
  shown?.focus()
}
