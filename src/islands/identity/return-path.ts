const PATH = 'carelane.returnTo'
const ARRIVED = 'carelane.arrived'

export function storeReturnPath(path: string): void {
  store(PATH, path)
}

export function readReturnPath(): string | null {
  return read(PATH)
}

export function takeReturnPath(): string | null {
  return take(PATH)
}

export function noteArrival(): void {
  store(ARRIVED, 'yes')
}

export function takeArrival(): boolean {
  return take(ARRIVED) !== null
}

function store(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {}
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
