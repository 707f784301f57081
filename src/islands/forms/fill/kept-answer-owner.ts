/*
 * Whose kept answers are. Depends on nothing, so that the smallest script of a page can take it in.
 */

/** Begins the name of every draft; a sign-out removes them. */
export const KEPT_PREFIX = 'formAnswers:'

/** @param uuid of the person. */
export const ownedByPerson = (uuid: string) => `person:${uuid}`
/** The end of a token tells links apart, and opens nothing. */
export const ownedByLink = (token: string) => `link:${token.slice(-8)}`

/** Removes what other people typed in this tab; given a link, what was typed by other links. */
export function forgetAnswersOfOthers(owner: string): void {
  const [kind] = owner.split(':')
  remove(
    (name) =>
      name.startsWith(`${KEPT_PREFIX}${kind}:`) && !name.startsWith(`${KEPT_PREFIX}${owner}:`),
  )
}

/** Removes what anybody typed in this tab while they were signed in. */
export function forgetAnswersOfPeople(): void {
  remove((name) => name.startsWith(`${KEPT_PREFIX}person:`))
}

function remove(isMeant: (name: string) => boolean) {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (isMeant(name)) sessionStorage.removeItem(name)
    }
  } catch {
    // Where the browser keeps nothing, nothing is to be removed.
  }
}
