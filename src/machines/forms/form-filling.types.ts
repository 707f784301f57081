import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { AnsweredFile, Answers } from '#lib/contract/forms/form-answers.ts'

export type StoredAnswers = { answers: Answers; revision: number; base: Answers }

export type EndedForm =
  /** It was submitted here or elsewhere. `leftOut`: without what was typed here last. */
  | { kind: 'submitted'; submittedId: number; leftOut: boolean }
  | { kind: 'withdrawn'; detail: string }
  | { kind: 'notFound' }

export type OpenFormResult =
  | { kind: 'opened'; form: SavedForm; unsaved: StoredAnswers | null }
  | { kind: 'signedOut' }
  | EndedForm

export type SaveAnswersResult =
  | { kind: 'saved'; revision: number; saved: string }
  | { kind: 'conflict'; form: SavedForm }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

export type SubmitFormResult =
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'stale' }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

export type ChosenFile = { path: string; item: string; file: File }

export type UploadFileResult =
  | { kind: 'uploaded'; file: AnsweredFile }
  | { kind: 'refused'; detail: string }

export type MergedAnswersTaken = {
  type: 'answers.taken'
  answers: Answers
  items: readonly string[]
}

export type FileStoredEvent = { type: 'file.stored'; path: string; file: AnsweredFile }

export type AnswerSavingEvent =
  | { type: 'answers.changed'; answers: Answers }
  | { type: 'save.requested' }
  | { type: 'conflict.resolved'; answers: Answers }
  | { type: 'session.restored' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }

export type FileSendingEvent =
  | { type: 'files.chosen'; files: ChosenFile[] }
  | { type: 'upload.advanced'; fraction: number }
  | { type: 'upload.retried' }
  | { type: 'upload.cancelled' }
  | { type: 'connection.restored' }

export type FormFillingEvent =
  | AnswerSavingEvent
  | Exclude<FileSendingEvent, { type: 'upload.advanced' }>
  | { type: 'opening.retried' }
  /** Signed out, or somebody else signed in. */
  | { type: 'session.ended' }
  | { type: 'review.requested' }
  | { type: 'change.requested' }
  /** It is empty unless a submitted form is amended. */
  | { type: 'submission.requested'; reason: string }
