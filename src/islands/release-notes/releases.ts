import { parseReleaseNotes, type Release } from '#lib/release-notes/release-notes.ts'

/** It is in local storage, one for each version whose notes were read in this browser. */
const readFlag = (version: string) => `releaseNotesRead:${version}`

export async function loadReleases(): Promise<Release[]> {
  const answer = await fetch('/CHANGELOG.md')
  if (!answer.ok) throw new Error(`The changelog was answered with ${answer.status}`)
  return parseReleaseNotes(await answer.text())
}

/** Where the browser keeps nothing, nothing counts as new: it would open at every sign-in. */
export function isRead(version: string): boolean {
  try {
    return localStorage.getItem(readFlag(version)) !== null
  } catch {
    return true
  }
}

export function rememberRead(version: string): void {
  try {
    localStorage.setItem(readFlag(version), new Date().toISOString())
  } catch {
    // It opens again at the next sign-in.
  }
}
