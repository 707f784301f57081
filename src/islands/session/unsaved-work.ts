let isTouched = false

/** Notes from now on whether anything is typed or chosen on this page. */
export function noteInput(): void {
  addEventListener('input', () => {
    isTouched = true
  })
}

/**
 * Whether loading the page anew could lose something: a field was touched, or a part of the page
 * would warn of leaving it.
 */
export function hasUnsavedWork(): boolean {
  return isTouched || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
