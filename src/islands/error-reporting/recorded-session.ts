const RECORDED_SESSION = 'sentryReplaySession'

export function forgetRecording(): void {
  try {
    sessionStorage.removeItem(RECORDED_SESSION)
  } catch {}
}
