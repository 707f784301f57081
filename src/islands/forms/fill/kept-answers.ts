import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/compare-answers.ts'
import type { KeptAnswers } from '#machines/forms/form-filling.types.ts'

/** Begins the name of every draft; a sign-out removes them. */
export const KEPT_PREFIX = 'formAnswers:'

export type AnswerKeeping = {
  read: () => KeptAnswers | null
  keep: (kept: KeptAnswers) => void
  /** What has been saved; anything typed since stays. */
  saved: (answers: Answers, revision: number) => void
  forget: () => void
}

/**
 * What is typed and not saved yet survives a reload, in this tab alone: on a shared computer nothing
 * stays behind.
 */
export function answerKeeping(
  name: string,
  storage: () => Storage = () => sessionStorage,
): AnswerKeeping {
  const key = KEPT_PREFIX + name
  const attempted = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  const read = () =>
    attempted(() => JSON.parse(storage().getItem(key) ?? 'null')) as KeptAnswers | null
  const keep = (kept: KeptAnswers) =>
    void attempted(() => storage().setItem(key, JSON.stringify(kept)))
  const forget = () => void attempted(() => storage().removeItem(key))
  return {
    read,
    keep,
    forget,
    saved: (answers, revision) => {
      const kept = read()
      if (kept === null || isSameAnswer(kept.answers, answers)) forget()
      else keep({ answers: kept.answers, revision })
    },
  }
}
