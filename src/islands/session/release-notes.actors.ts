import { fromPromise } from 'xstate'
import { latestRelease, parseReleaseNotes } from '#lib/release-notes.ts'
import type { LoadLatestReleaseNoteResult } from '#machines/login.types.ts'
import {
  type LoadReleaseNotesResult,
  releaseNotesMachine,
} from '#machines/release-notes.machine.ts'

/** In local storage, one for each version whose notes were read in this browser. */
const readFlag = (version: string) => `releaseNotesRead:${version}`

/** Release notes from the changelog; what was read is remembered in the browser. */
export function releaseNotesWithActors() {
  return releaseNotesMachine.provide({
    actors: {
      loadReleaseNotes: fromPromise<LoadReleaseNotesResult, undefined>(loadReleaseNotes),
    },
    actions: {
      rememberRead: (_, { version }) => {
        if (version) rememberRead(version)
      },
    },
  })
}

/** Whether there are notes that have not been read in this browser, for the login flow. */
export async function loadLatestReleaseNote(): Promise<LoadLatestReleaseNoteResult> {
  const { kind } = await loadReleaseNotes()
  return { kind: kind === 'unread' ? 'unread' : 'nothingNew' }
}

/**
 * The notes of the latest release.
 * @throws when the changelog does not arrive
 */
async function loadReleaseNotes(): Promise<LoadReleaseNotesResult> {
  const answer = await fetch('/CHANGELOG.md')
  if (!answer.ok) throw new Error(`The changelog was answered with ${answer.status}`)
  const release = latestRelease(parseReleaseNotes(await answer.text()))
  if (!release) return { kind: 'none' }
  return { kind: isRead(release.version) ? 'read' : 'unread', release }
}

/** Where the browser keeps nothing, nothing counts as new: it would open at every sign-in. */
function isRead(version: string): boolean {
  try {
    return localStorage.getItem(readFlag(version)) !== null
  } catch {
    return true
  }
}

function rememberRead(version: string): void {
  try {
    localStorage.setItem(readFlag(version), new Date().toISOString())
  } catch {
    // It opens again at the next sign-in.
  }
}
