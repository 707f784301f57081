import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { AnsweredFile, Answers } from '#lib/contract/forms/form-answers.ts'

/** What the browser keeps of a draft until it is saved. */
export type KeptAnswers = { answers: Answers; revision: number }

/** The form cannot be filled in any more. */
export type EndedForm =
  /** Here, on another device or in another tab. */
  | { kind: 'submitted'; submittedId: number }
  /** The appointment was cancelled, or has taken place; the detail says which. */
  | { kind: 'withdrawn'; detail: string }
  | { kind: 'notFound' }

export type OpenFormResult =
  | { kind: 'opened'; form: SavedForm; kept: KeptAnswers | null }
  | { kind: 'signedOut' }
  | EndedForm

export type SaveAnswersResult =
  /** `saved`: ISO 8601. */
  | { kind: 'saved'; revision: number; saved: string }
  /** Somebody saved other answers. */
  | { kind: 'conflict'; form: SavedForm }
  | { kind: 'refused'; fields: FieldErrors }
  /** There is no network: nothing left the browser. */
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

export type SubmitFormResult =
  | { kind: 'refused'; fields: FieldErrors }
  /** Somebody saved since. */
  | { kind: 'stale' }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

/** `path` is that of the question. */
export type ChosenFile = { path: string; item: string; file: File }

export type UploadFileResult =
  | { kind: 'uploaded'; file: AnsweredFile }
  | { kind: 'refused'; detail: string }

/** To the view, which adds the file to the answer. */
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
  /** `fraction`: from 0 to 1. */
  | { type: 'upload.advanced'; fraction: number }
  | { type: 'upload.retried' }
  | { type: 'upload.cancelled' }
  | { type: 'connection.restored' }

export type FormFillingEvent =
  | AnswerSavingEvent
  | Exclude<FileSendingEvent, { type: 'upload.advanced' }>
  | { type: 'opening.retried' }
  | { type: 'review.requested' }
  | { type: 'change.requested' }
  /** The reason is empty unless a submitted form is amended. */
  | { type: 'submission.requested'; reason: string }
