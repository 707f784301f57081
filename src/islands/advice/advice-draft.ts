import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import type { WrittenAdvice } from '#machines/advice/advice-writing.types.ts'

export const createAdviceDraft = (advice: PatientAdvice | null): WrittenAdvice => ({
  advice_text: advice?.advice_text ?? '',
  category_ids: [...(advice?.category_ids ?? [])],
  pinned: advice?.pinned ?? false,
})

export const isSameAdvice = (one: WrittenAdvice, other: WrittenAdvice): boolean =>
  one.advice_text.trim() === other.advice_text.trim() &&
  one.pinned === other.pinned &&
  isSameChoice(one.category_ids, other.category_ids)

const isSameChoice = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** What was not changed here becomes what somebody else saved; what was changed stays. */
export const rebasedDraft = (
  draft: WrittenAdvice,
  from: WrittenAdvice,
  latest: WrittenAdvice,
): WrittenAdvice => ({
  advice_text: draft.advice_text === from.advice_text ? latest.advice_text : draft.advice_text,
  category_ids: isSameChoice(draft.category_ids, from.category_ids)
    ? latest.category_ids
    : draft.category_ids,
  pinned: draft.pinned === from.pinned ? latest.pinned : draft.pinned,
})

/** Puts a saved text below what is there, and adds its categories. */
export const withText = (
  draft: WrittenAdvice,
  { advice_text, category_ids }: Pick<WrittenAdvice, 'advice_text' | 'category_ids'>,
): WrittenAdvice => ({
  ...draft,
  advice_text: [draft.advice_text.trim(), advice_text].filter(Boolean).join('\n\n'),
  category_ids: [...new Set([...draft.category_ids, ...category_ids])],
})
