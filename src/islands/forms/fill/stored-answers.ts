import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/answer-kinds.ts'
import type { StoredAnswers } from '#machines/forms/form-filling.types.ts'
import { forgetAnswersOfOthers, KEPT_PREFIX } from './stored-answer-owner.ts'

type StoredEntry = StoredAnswers & { sent?: Answers | undefined }

export type AnswerStorage = {
  /** `stored`: what the server has. What this tab sent itself before a reload is no conflict. */
  read: (stored: { answers: Answers; revision: number }) => StoredAnswers | null
  store: (unsaved: StoredAnswers) => void
  sending: (sent: StoredAnswers) => void
  saved: (answers: Answers, revision: number) => void
  hasUnsaved: () => boolean
  forget: () => void
}

/**
 * Stores unsaved answers across a reload, in this tab alone: on a shared computer nothing stays
 * behind. They belong to a person, or to a guest's link; whatever others left is removed.
 * @param owner is null while nobody is known: then they last as long as the page.
 */
export function createAnswerStorage(
  name: string,
  owner: () => string | null,
  storage: () => Storage = () => sessionStorage,
): AnswerStorage {
  const toKey = (whose: string) => `${KEPT_PREFIX}${whose}:${name}`
  let now: StoredEntry | null = null
  const inStorage = <T>(work: (storage: Storage, key: string) => T): T | null => {
    const whose = owner()
    if (whose === null) return null
    try {
      return work(storage(), toKey(whose))
    } catch {
      return null
    }
  }
  const write = (unsaved: StoredEntry) => {
    now = unsaved
    inStorage((stored, key) => stored.setItem(key, JSON.stringify(unsaved)))
  }
  const forget = () => {
    now = null
    inStorage((stored, key) => stored.removeItem(key))
  }
  return {
    read: (stored) => {
      const whose = owner()
      if (whose !== null) forgetAnswersOfOthers(whose)
      now = inStorage((each, key) => JSON.parse(each.getItem(key) ?? 'null') as StoredEntry | null)
      if (!now) return null
      if (isSameAnswer(now.answers, stored.answers)) {
        forget()
        return null
      }
      const isOwn = now.sent !== undefined && isSameAnswer(now.sent, stored.answers)
      const { answers, revision, base } = now
      return isOwn
        ? { answers, revision: stored.revision, base: stored.answers }
        : { answers, revision, base }
    },
    store: (unsaved) => write({ sent: now?.sent, ...unsaved }),
    sending: ({ answers, revision, base }) => {
      if (now) write({ answers: now.answers, revision, base, sent: answers })
    },
    saved: (answers, revision) => {
      if (now === null || isSameAnswer(now.answers, answers)) forget()
      else write({ answers: now.answers, revision, base: answers })
    },
    hasUnsaved: () => now !== null,
    forget,
  }
}
