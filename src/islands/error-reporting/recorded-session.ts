/** The recorder notes in session storage which recording a tab is in. */
const RECORDED_SESSION = 'sentryReplaySession'

export function forgetRecording(): void {
  try {
    sessionStorage.removeItem(RECORDED_SESSION)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
