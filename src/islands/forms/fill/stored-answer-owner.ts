export const KEPT_PREFIX = 'formAnswers:'

export const ownedByPerson = (uuid: string) => `person:${uuid}`

/** Removes what others typed in this tab, or by other links; of nobody, what anybody did. */
export function forgetAnswersOfOthers(owner: string): void {
  const kind = KEPT_PREFIX + owner.split(':')[0]
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(kind) && !name.startsWith(`${KEPT_PREFIX}${owner}:`)) {
        sessionStorage.removeItem(name)
      }
    }
  } catch {}
}
