import { fromPromise } from 'xstate'
import { latestRelease } from '#lib/release-notes/release-notes.ts'
import type { LoadLatestReleaseNoteResult } from '#machines/identity/login.types.ts'
import type { ActorResults } from '#machines/provided-actor.ts'
import { releaseNotesMachine } from '#machines/release-notes/release-notes.machine.ts'
import { isRead, loadReleases, rememberRead } from './releases.ts'

type LoadReleaseNotesResult = ActorResults<typeof releaseNotesMachine>['loadReleaseNotes']

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

export async function loadLatestReleaseNote(): Promise<LoadLatestReleaseNoteResult> {
  const { kind } = await loadReleaseNotes()
  return { kind: kind === 'unread' ? 'unread' : 'nothingNew' }
}

async function loadReleaseNotes(): Promise<LoadReleaseNotesResult> {
  const release = latestRelease(await loadReleases())
  if (!release) return { kind: 'none' }
  return { kind: isRead(release.version) ? 'read' : 'unread', release }
}
