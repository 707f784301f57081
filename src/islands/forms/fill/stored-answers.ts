import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/answer-kinds.ts'
import type { StoredAnswers } from '#machines/forms/answer-saving.machine.ts'
import { forgetAnswersOfOthers, KEPT_PREFIX } from './stored-answer-owner.ts'

type StoredEntry = StoredAnswers & { sentAnswers: Answers | null }

export type AnswerStorage = {
  /** `stored`: what the server has. What this tab sent itself before a reload is no conflict. */
  read: (stored: { answers: Answers; revision: number }) => StoredAnswers | null
  /** Writes what the server does not have; forgets it once the server has all. */
  keep: (answers: StoredEntry) => void
  hasUnsaved: () => boolean
  forget: () => void
}

/**
 * Stores unsaved answers across a reload, in this tab alone: on a shared computer nothing stays
 * behind. They belong to a person, or to a guest's link; whatever others left is removed.
 * @param owner is null while nobody is known: then they last as long as the page.
 */
export function createAnswerStorage(name: string, owner: () => string | null): AnswerStorage {
  const toKey = (whose: string) => `${KEPT_PREFIX}${whose}:${name}`
  let isUnsaved = false
  const inStorage = <T>(work: (storage: Storage, key: string) => T): T | null => {
    const whose = owner()
    if (whose === null) return null
    try {
      return work(sessionStorage, toKey(whose))
    } catch {
      return null
    }
  }
  const forget = () => {
    isUnsaved = false
    inStorage((stored, key) => stored.removeItem(key))
  }
  return {
    read: (stored) => {
      const whose = owner()
      if (whose !== null) forgetAnswersOfOthers(whose)
      const kept = inStorage(
        (each, key) => JSON.parse(each.getItem(key) ?? 'null') as StoredEntry | null,
      )
      if (!kept || isSameAnswer(kept.answers, stored.answers)) {
        forget()
        return null
      }
      isUnsaved = true
      const { answers, revision, base, sentAnswers } = kept
      return sentAnswers && isSameAnswer(sentAnswers, stored.answers)
        ? { answers, revision: stored.revision, base: stored.answers }
        : { answers, revision, base }
    },
    keep: ({ answers, revision, base, sentAnswers }) => {
      // What was sent may have been saved by now, whether or not an answer came.
      if (isSameAnswer(answers, base) && isSameAnswer(sentAnswers ?? base, base)) return forget()
      isUnsaved = true
      const kept = JSON.stringify({ answers, revision, base, sentAnswers } satisfies StoredEntry)
      inStorage((each, key) => each.setItem(key, kept))
    },
    hasUnsaved: () => isUnsaved,
    forget,
  }
}
