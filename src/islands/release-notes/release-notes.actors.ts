import { fromPromise } from 'xstate'
import { latestRelease } from '#lib/release-notes/release-notes.ts'
import type { loginMachine } from '#machines/identity/login.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { releaseNotesMachine } from '#machines/release-notes/release-notes.machine.ts'
import { isRead, loadReleases, rememberRead } from './releases.ts'

export function releaseNotesWithActors() {
  return releaseNotesMachine.provide({
    actors: {
      loadReleaseNotes: fromPromise(loadReleaseNotes),
    },
    actions: {
      rememberRead: (_, { version }) => {
        if (version) rememberRead(version)
      },
    },
  })
}

export async function loadLatestReleaseNote(): Promise<
  ActorResult<typeof loginMachine, 'loadLatestReleaseNote'>
> {
  const { kind } = await loadReleaseNotes()
  return { kind: kind === 'unread' ? 'unread' : 'nothingNew' }
}

async function loadReleaseNotes(): Promise<
  ActorResult<typeof releaseNotesMachine, 'loadReleaseNotes'>
> {
  const release = latestRelease(await loadReleases())
  if (!release) return { kind: 'none' }
  return { kind: isRead(release.version) ? 'read' : 'unread', release }
}
