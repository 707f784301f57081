/** Where the recorder keeps which recording a tab is in, in session storage. */
const RECORDED_SESSION = 'sentryReplaySession'

/** The next recording of this tab does not go on from the last one. */
export function forgetRecording(): void {
  try {
    sessionStorage.removeItem(RECORDED_SESSION)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
