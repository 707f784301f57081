const STORED = 'carelane.recovery'
const SECONDS_BETWEEN_CHECKS = 5
/** A page that comes back unavailable although all seems well waits longer each time. */
const LONGEST_WAIT_SECONDS = 120
const FORGOTTEN_AFTER_MS = 600_000

/** Watches for the service to come back and then loads the same page again. */
export function recover(): void {
  const reloads = recentReloads()
  const first = Math.min(SECONDS_BETWEEN_CHECKS * 2 ** reloads, LONGEST_WAIT_SECONDS)
  wait(first)

  /** Up to half as much again, so that everybody waiting does not come back at once. */
  function wait(seconds: number) {
    setTimeout(check, seconds * (1 + Math.random() / 2) * 1000)
  }

  async function check() {
    const answer = await fetch('/healthz/ready', { cache: 'no-store' }).catch(() => null)
    if (!answer?.ok) return wait(SECONDS_BETWEEN_CHECKS)
    remember(reloads + 1)
    location.reload()
  }
}

function recentReloads(): number {
  try {
    const { reloads, at } = JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
    return Date.now() - at < FORGOTTEN_AFTER_MS ? reloads : 0
  } catch {
    return 0
  }
}

/** Storage may be switched off; then every wait is the first. */
function remember(reloads: number) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ reloads, at: Date.now() }))
  } catch {}
}
