import type { Release } from '#lib/release-notes/release-notes.ts'
import type { releaseNotesMachine } from '#machines/release-notes/release-notes.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const release: Release = {
  version: '2.4.0',
  month: 'May',
  sections: [
    { title: '', items: ['Book by the week'] },
    { title: 'Mended', items: ['Times on the day the clocks change'] },
  ],
}

export const releaseNotesCatalogue = {
  events: {
    'loading.retried': [{ type: 'loading.retried' }],
    'releaseNotes.closed': [{ type: 'releaseNotes.closed' }],
  },
  results: {
    loadReleaseNotes: {
      unread: [{ kind: 'unread', release }],
      read: [{ kind: 'read', release }],
      none: [{ kind: 'none' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof releaseNotesMachine>

export const releaseNotesInputs = [{ isRequested: false }, { isRequested: true }]
