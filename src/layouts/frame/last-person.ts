/** Whom the latest page of this browser was made for: `uuid`, or empty. */
const NAME = 'carelane.person'

/** Notes for whom this page was made; empty for nobody, once there has been somebody. */
export function notePerson(person: string): void {
  try {
    // Who never signs in leaves nothing behind.
    if (person || localStorage.getItem(NAME) !== null) localStorage.setItem(NAME, person)
  } catch {
    // Pages that come back then stay as they were.
  }
}

/** For whom the latest page was made, empty for nobody; null where that is not known. */
export function lastPerson(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
