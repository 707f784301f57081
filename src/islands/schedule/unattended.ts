/* A page that stays open reads again by itself, and that must not keep anybody signed in. */

let lastSign = 0
let isListening = false

export function isUnattendedSince(instant: number): boolean {
  if (!isListening) {
    isListening = true
    lastSign = Date.now()
    const note = () => {
      lastSign = Date.now()
    }
    for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
      addEventListener(sign, note, { passive: true, capture: true })
    }
  }
  return lastSign < instant
}
