import { SignedInIsland } from '../identity/SignedInIsland.tsx'
import { PlannerFlow, type PlannerProps } from './PlannerFlow.tsx'

export function Planner({ api: injected, ...props }: PlannerProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected}>
      {(api, queries) => <PlannerFlow {...props} api={api} queries={queries} />}
    </SignedInIsland>
  )
}
