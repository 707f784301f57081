import type { PlannerChoices } from '#lib/contract/planner.ts'
import { type ScreenIslandProps, SignedInIsland } from '../session/SignedInIsland.tsx'
import { PlannerFlow } from './PlannerFlow.tsx'

export type PlannerProps = ScreenIslandProps & {
  /** What there is to plan for whoever asks, as the server knew it when it made the page. */
  choices: PlannerChoices
  canBook: boolean
  canCreate: boolean
  canSetDuration: boolean
}

export function Planner({ api: injected, ...props }: PlannerProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected}>
      {(api, queries) => <PlannerFlow {...props} api={api} queries={queries} />}
    </SignedInIsland>
  )
}
