import { requestMachine } from '../request.ts'

type ImageChange = { kind: 'upload'; file: File } | { kind: 'remove' }

type ChangeImageResult =
  | { kind: 'uploaded' }
  | { kind: 'removed' }
  | { kind: 'refused'; reason: string }

export const imageUploadMachine = requestMachine<ImageChange, ChangeImageResult>('imageUpload', {
  answers: { uploaded: 'open', removed: 'open', refused: 'open' },
  // An upload can be stopped, and the question whether to remove the image replaces an answer.
  resetIn: ['sending', 'unanswered', 'uploaded', 'refused'],
})
