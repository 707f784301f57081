import type { SignedInSession } from '#lib/contract/identity.ts'
import type { User } from '#lib/contract/users.ts'
import { type IslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { ProfileFlow } from './ProfileFlow.tsx'

export type ProfileAppProps = IslandProps & {
  user: User
  sessions: readonly SignedInSession[]
  /** Query `change` of the address: the question to begin with. */
  change?: string | null
}

const defaults = {
  queries: { gcTime: Number.POSITIVE_INFINITY, ...atOnce },
  mutations: atOnce,
}

export function ProfileApp({ api: injected, change = null, ...props }: ProfileAppProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected} defaults={defaults}>
      {(api, queries) => <ProfileFlow {...props} {...{ change, api, queries }} />}
    </SignedInIsland>
  )
}
