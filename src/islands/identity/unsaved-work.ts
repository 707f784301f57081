/**
 * Loading again could lose something where a field was touched, as the header's script notes, or a
 * part of the page would warn of leaving it.
 */
export function hasUnsavedWork(): boolean {
  const isTouched = document.documentElement.dataset['touched'] !== undefined
  return isTouched || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

export function forgetTouched(): void {
  delete document.documentElement.dataset['touched']
}
