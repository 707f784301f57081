import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
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
