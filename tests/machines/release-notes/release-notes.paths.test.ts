import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import type { ActorResult } from '#machines/provided-actor.ts'
import { releaseNotesMachine } from '#machines/release-notes/release-notes.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { release, releaseNotesCatalogue, releaseNotesInputs } from './release-notes.catalogue.ts'

type Snapshot = SnapshotFrom<typeof releaseNotesMachine>

const over = ({ status }: Snapshot) => expect(status).toBe('done')

describePaths(releaseNotesMachine, {
  catalogue: releaseNotesCatalogue,
  inputs: releaseNotesInputs,
  states: {
    // Nothing is on the screen yet that somebody who did not ask could close.
    loading: (snapshot) =>
      expect(snapshot.can({ type: 'releaseNotes.closed' })).toBe(snapshot.context.isRequested),
    unavailable: ({ context }) => expect(context).toEqual({ isRequested: true, release: null }),
    showing: ({ context }) => expect(context.release).toEqual(release),
    read: over,
    unread: (snapshot) => {
      over(snapshot)
      expect(snapshot.context).toEqual({ isRequested: true, release: null })
    },
    nothingNew: (snapshot) => {
      over(snapshot)
      expect(snapshot.context).toEqual({ isRequested: false, release: null })
    },
  },
})

async function open(
  isRequested: boolean,
  answer: () => Promise<ActorResult<typeof releaseNotesMachine, 'loadReleaseNotes'>>,
) {
  const rememberRead = vi.fn()
  const actor = createActor(
    releaseNotesMachine.provide({
      actors: { loadReleaseNotes: fromPromise(answer) },
      actions: { rememberRead: (_, { version }) => rememberRead(version) },
    }),
    { input: { isRequested } },
  ).start()
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'))
  return { actor, rememberRead, state: () => actor.getSnapshot().value }
}

test('unread notes open, and count as read when they are closed, not before', async () => {
  const { actor, rememberRead, state } = await open(false, async () => ({
    kind: 'unread',
    release,
  }))
  expect(state()).toBe('showing')
  expect(rememberRead).not.toHaveBeenCalled()
  actor.send({ type: 'releaseNotes.closed' })
  expect(state()).toBe('read')
  expect(rememberRead.mock.calls).toEqual([['2.4.0']])
})

test('notes that were read open for whoever asks, and for nobody else', async () => {
  const answer = async () => ({ kind: 'read', release }) as const
  expect((await open(false, answer)).state()).toBe('nothingNew')
  expect((await open(true, answer)).state()).toBe('showing')
})

test('a failure is told to whoever asks, and to nobody else', async () => {
  const answer = () => Promise.reject(new Error('No answer'))
  expect((await open(false, answer)).state()).toBe('nothingNew')
  expect((await open(true, answer)).state()).toBe('unavailable')
})
