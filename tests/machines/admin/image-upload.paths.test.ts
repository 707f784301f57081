import { expect } from 'vitest'
import type { ShownImage } from '#lib/contract/images.ts'
import { imageUploadMachine } from '#machines/admin/image-upload.machine.ts'
import { describePaths } from '../describe-paths.ts'

const file = new File(['x'], 'picture.png')
const image: ShownImage = { image: null, image_sizes: [] }

describePaths(imageUploadMachine, {
  catalogue: {
    events: {
      'file.chosen': [{ type: 'file.chosen', file }],
      'upload.stopped': [{ type: 'upload.stopped' }],
      'removal.requested': [{ type: 'removal.requested' }],
      'removal.confirmed': [{ type: 'removal.confirmed' }],
      'removal.dropped': [{ type: 'removal.dropped' }],
    },
    results: {
      uploadImage: {
        uploaded: [{ kind: 'uploaded', image }],
        refused: [{ kind: 'refused', words: 'Too large' }],
      },
      removeImage: {
        removed: [{ kind: 'removed' }],
        refused: [{ kind: 'refused', words: 'Too large' }],
      },
    },
    delays: {},
  },
  states: {
    'showing.quiet': ({ context }) => expect(context.refusal).toBeNull(),
    'showing.refused': ({ context }) =>
      expect(context).toEqual({ file: null, refusal: 'Too large' }),
    'showing.failed': ({ context }) => expect(context.refusal).toBeNull(),
    'showing.uploaded': ({ context }) => expect(context).toEqual({ file: null, refusal: null }),
    'showing.removed': ({ context }) => expect(context).toEqual({ file: null, refusal: null }),
    uploading: ({ context }) => expect(context.file).toBe(file),
    askingRemoval: ({ context }) => expect(context.file).toBeNull(),
    removing: ({ context }) => expect(context.file).toBeNull(),
  },
})
