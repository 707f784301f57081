import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { SignedInSession } from '#lib/contract/identity.ts'
import type { User } from '#lib/contract/users.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../../session/api.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { Notifications } from '../../ui/feedback/Notifications.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { ProfileFlow } from './ProfileFlow.tsx'
import { profileWithActors } from './profile.actors.ts'

export type ProfileAppProps = {
  /** Whose page it is, as the server knew them when it made it. */
  user: User
  sessions: readonly SignedInSession[]
  settings: PublicSettings
  /** Query `change` of the address: the question to begin with. */
  change?: string | null
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of one's own details and of where one is signed in. */
export function ProfileApp(props: ProfileAppProps) {
  const { user, sessions, settings, change = null, api: given } = props
  const [{ api, queries, machine }] = useState(() => {
    const client = new QueryClient({
      defaultOptions: {
        queries: { gcTime: Number.POSITIVE_INFINITY, ...atOnce },
        mutations: atOnce,
      },
    })
    const calls = given ?? sessionApi(settings)
    const provided = profileWithActors({
      api: calls,
      queries: client,
      userId: user.id,
      refreshAccount,
    })
    return { api: calls, queries: client, machine: provided }
  })
  return (
    <QueryClientProvider client={queries}>
      <ProfileFlow
        user={user}
        sessions={sessions}
        settings={settings}
        api={api}
        machine={machine}
        change={change}
      />
      <Notifications />
    </QueryClientProvider>
  )
}
