/** Who was signed in when a page of this browser last knew: `uuid`, or empty. */
const NAME = 'carelane.person'

export function notePerson(person: string): void {
  try {
    if (person || localStorage.getItem(NAME) !== null) localStorage.setItem(NAME, person)
  } catch {
    // Pages that come back then stay as they were.
  }
}

/** Is empty for nobody, and null where that is not known. */
export function lastPerson(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
