const PATH = 'carelane.returnTo'
const ARRIVED = 'carelane.arrived'

export function storeReturnPath(path: string): void {
  store(PATH, path)
}

export function readReturnPath(): string | null {
  return read(PATH)
}

/** What was kept, once; as anything in a storage, it is to be looked at before it is followed. */
export function takeReturnPath(): string | null {
  return take(PATH)
}

/** The next page of this window is the first of somebody who has just signed in. */
export function noteArrival(): void {
  store(ARRIVED, 'yes')
}

/** Whether this page is that first one; asked once. */
export function takeArrival(): boolean {
  return take(ARRIVED) !== null
}

function store(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing comes back to the start page.
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function take(name: string): string | null {
  const value = read(name)
  if (value !== null) sessionStorage.removeItem(name)
  return value
}
