/** Whom the latest page of this browser was made for: `uuid`, or empty. */
const NAME = 'carelane.person'

/** Notes for whom this page was made. */
export function notePerson(person: string | null): void {
  try {
    localStorage.setItem(NAME, person ?? '')
  } catch {
    // Pages that come back then stay as they were.
  }
}

/** For whom the latest page was made; `fallback` where that is not known. */
export function lastPerson(fallback: string | null): string | null {
  try {
    const person = localStorage.getItem(NAME)
    return person === null ? fallback : person || null
  } catch {
    return fallback
  }
}
