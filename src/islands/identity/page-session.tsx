import { createRoot } from 'react-dom/client'
import { createApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { pageSettings } from './account-element.ts'
import type { LoginDeps } from './login.actors.ts'
import { SessionDialogs } from './SessionDialogs.tsx'
import { type SessionFlow, startSessionFlow } from './session-flow.ts'

let running: SessionFlow | null = null

/** There is one however often it is asked for, only in a browser. */
export function pageSession(settings: PublicSettings = pageSettings()): SessionFlow {
  running ??= begin(settings)
  return running
}

function begin(settings: PublicSettings): SessionFlow {
  const flow = startSessionFlow({
    settings,
    api: createApiClient(settings.apiBase),
    navigation: location,
    keepSignedIn: () => void staySignedIn(settings),
    afterSignIn: forStaff(settings),
  })
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<SessionDialogs flow={flow} />)
  return flow
}

async function staySignedIn(settings: PublicSettings) {
  const { startSilentRenew } = await import('./start-silent-renew.ts')
  startSilentRenew(settings)
}

function forStaff(settings: PublicSettings): LoginDeps['afterSignIn'] {
  return {
    async loadLatestReleaseNote() {
      const { loadLatestReleaseNote } = await import('../release-notes/release-notes.actors.ts')
      const latest = await loadLatestReleaseNote()
      if (latest.kind === 'unread') await import('../release-notes/ReleaseNotes.tsx')
      return latest
    },
    async loadExpiringCompetencies(staffId) {
      const { showExpiringCompetencies } = await import(
        '../people/competencies/CompetencyNotices.tsx'
      )
      const api = createApiClient(settings.apiBase)
      await showExpiringCompetencies(api, staffId, settings.timeZone)
    },
  }
}
