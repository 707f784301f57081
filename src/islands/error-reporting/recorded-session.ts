/** Where the recorder keeps which recording a tab is in, in session storage. */
const RECORDED_SESSION = 'sentryReplaySession'

export function forgetRecording(): void {
  try {
    sessionStorage.removeItem(RECORDED_SESSION)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
