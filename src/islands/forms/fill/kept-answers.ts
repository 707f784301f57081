import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/compare-answers.ts'
import type { KeptAnswers } from '#machines/forms/form-filling.types.ts'

type Kept = KeptAnswers & { sent?: Answers | undefined }

/** Begins the name of every draft; a sign-out removes them. */
export const KEPT_PREFIX = 'formAnswers:'

export type AnswerKeeping = {
  /** `stored`: what the server has. What this tab sent itself before a reload is no conflict. */
  read: (stored: KeptAnswers) => KeptAnswers | null
  keep: (kept: KeptAnswers) => void
  /** These are on their way. */
  sending: (answers: Answers) => void
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
  const kept = () => attempted(() => JSON.parse(storage().getItem(key) ?? 'null')) as Kept | null
  const write = (now: Kept) => void attempted(() => storage().setItem(key, JSON.stringify(now)))
  const forget = () => void attempted(() => storage().removeItem(key))
  return {
    read: (stored) => {
      const now = kept()
      if (!now) return null
      const isOwn = now.sent !== undefined && isSameAnswer(now.sent, stored.answers)
      return { answers: now.answers, revision: isOwn ? stored.revision : now.revision }
    },
    keep: (now) => write({ sent: kept()?.sent, ...now }),
    sending: (sent) => {
      const now = kept()
      if (now) write({ ...now, sent })
    },
    forget,
    saved: (answers, revision) => {
      const now = kept()
      if (now === null || isSameAnswer(now.answers, answers)) forget()
      else write({ answers: now.answers, revision })
    },
  }
}
