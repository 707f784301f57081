import type { FieldErrors } from '#lib/contract/errors.ts'
import type { PatientAdvice, PatientAdviceMarks } from '#lib/contract/records/patient-advice.ts'

export type WrittenAdvice = { advice_text: string; category_ids: number[]; pinned: boolean }
export type AdviceMarks = Pick<PatientAdviceMarks, 'pinned' | 'archived'>

export type AdviceChange =
  | { kind: 'write'; written: WrittenAdvice }
  | { kind: 'change'; advice: PatientAdvice; written: WrittenAdvice }
  | { kind: 'mark'; advice: PatientAdvice; marks: AdviceMarks }
  | { kind: 'withdraw'; advice: PatientAdvice; reason: string }

export type SaveAdviceResult =
  | { kind: 'saved' }
  /** Somebody else saved first; it says who. */
  | { kind: 'stale'; change: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }
export type ReadAdviceResult =
  | { kind: 'read'; advice: PatientAdvice }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export type AdviceWritingEvent =
  | { type: 'writing.requested' }
  | { type: 'editing.requested'; advice: PatientAdvice }
  | { type: 'withdrawing.requested'; advice: PatientAdvice }
  | { type: 'marks.chosen'; advice: PatientAdvice; marks: AdviceMarks }
  | { type: 'advice.submitted'; written: WrittenAdvice }
  | { type: 'withdrawal.confirmed'; reason: string }
  | { type: 'form.left'; hasChanges: boolean }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.dropped' }
  | { type: 'saving.retried' }
  | { type: 'saving.dropped' }
  | { type: 'reload.requested' }

export type AdviceWritingContext = {
  advice: PatientAdvice | null
  change: AdviceChange | null
  done: AdviceChange | null
  reason: string
  refusedFields: FieldErrors
}
