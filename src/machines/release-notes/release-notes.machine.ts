import { and, assign, not, setup } from 'xstate'
import type { Release } from '#lib/release-notes/release-notes.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

type LoadReleaseNotesResult =
  | { kind: 'unread'; release: Release }
  | { kind: 'read'; release: Release }
  | { kind: 'none' }

type ReleaseNotesEvent = { type: 'loading.retried' } | { type: 'releaseNotes.closed' }

type ReleaseNotesInput = {
  isRequested: boolean
}

/**
 * The notes open by themselves only when the latest has not been read yet; the flag that it has
 * been is stored in the browser.
 */
export const releaseNotesMachine = setup({
  types: {
    context: {} as ReleaseNotesInput & { release: Release | null },
    events: {} as ReleaseNotesEvent,
    input: {} as ReleaseNotesInput,
  },
  actors: { loadReleaseNotes: providedActor<LoadReleaseNotesResult>() },
  actions: {
    rememberRead: (_, _params: { version: string | undefined }) => undefined,
    storeRelease: assign({ release: (_, params: { release: Release }) => params.release }),
  },
  guards: { isRequested: ({ context }) => context.isRequested },
}).createMachine({
  id: 'releaseNotes',
  context: ({ input }) => ({ ...input, release: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadReleaseNotes',
        src: 'loadReleaseNotes',
        onDone: [
          { guard: and([isKind('read'), not('isRequested')]), target: 'nothingNew' },
          whenKind(['unread', 'read'], { target: 'showing', actions: 'storeRelease' }),
          { guard: 'isRequested', target: 'unavailable' },
          { target: 'nothingNew' },
        ],
        onError: [{ guard: 'isRequested', target: 'unavailable' }, { target: 'nothingNew' }],
      },
      on: { 'releaseNotes.closed': { guard: 'isRequested', target: 'unread' } },
    },
    unavailable: {
      on: { 'loading.retried': 'loading', 'releaseNotes.closed': 'unread' },
    },
    showing: {
      on: {
        'releaseNotes.closed': {
          target: 'read',
          actions: {
            type: 'rememberRead',
            params: ({ context }) => ({ version: context.release?.version }),
          },
        },
      },
    },
    read: { type: 'final' },
    unread: { type: 'final' },
    nothingNew: { type: 'final' },
  },
})
