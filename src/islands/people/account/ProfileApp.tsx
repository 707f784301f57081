import { SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { type ProfileAppProps, ProfileFlow } from './ProfileFlow.tsx'

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
