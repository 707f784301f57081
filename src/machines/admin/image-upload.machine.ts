import { assign, setup } from 'xstate'
import type { ShownImage } from '#lib/contract/images.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

/** `words` say why, to whoever chose the file. */
type Refused = { kind: 'refused'; words: string }
export type UploadImageResult = { kind: 'uploaded'; image: ShownImage } | Refused
export type RemoveImageResult = { kind: 'removed' } | Refused

export type ImageUploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'upload.stopped' }
  | { type: 'removal.requested' }
  | { type: 'removal.confirmed' }
  | { type: 'removal.dropped' }

export const imageUploadMachine = setup({
  types: {
    context: {} as { file: File | null; refusal: string | null },
    events: {} as ImageUploadEvent,
  },
  actors: {
    uploadImage: providedActor<UploadImageResult, { file: File | null }>(),
    removeImage: providedActor<RemoveImageResult>(),
  },
  actions: {
    keepRefusal: assign((_, { words }: { words: string }) => ({ file: null, refusal: words })),
    forget: assign({ file: null, refusal: null }),
  },
}).createMachine({
  id: 'imageUpload',
  context: { file: null, refusal: null },
  initial: 'showing',
  states: {
    showing: {
      initial: 'quiet',
      states: { quiet: {}, refused: {}, failed: {}, uploaded: {}, removed: {} },
      on: {
        'file.chosen': {
          target: 'uploading',
          actions: assign(({ event: { file } }) => ({ file, refusal: null })),
        },
        'removal.requested': { target: 'askingRemoval', actions: 'forget' },
      },
    },
    uploading: {
      invoke: {
        id: 'uploadImage',
        src: 'uploadImage',
        input: ({ context: { file } }) => ({ file }),
        onDone: [
          { guard: isKind('uploaded'), target: 'showing.uploaded', actions: 'forget' },
          whenKind('refused', { target: 'showing.refused', actions: 'keepRefusal' }),
        ],
        onError: { target: 'showing.failed', actions: 'forget' },
      },
      // Leaving the state breaks the upload off.
      on: { 'upload.stopped': { target: 'showing', actions: 'forget' } },
    },
    askingRemoval: {
      on: { 'removal.confirmed': 'removing', 'removal.dropped': 'showing' },
    },
    removing: {
      invoke: {
        id: 'removeImage',
        src: 'removeImage',
        onDone: [
          { guard: isKind('removed'), target: 'showing.removed' },
          whenKind('refused', { target: 'showing.refused', actions: 'keepRefusal' }),
        ],
        onError: 'showing.failed',
      },
    },
  },
})
