import type { PlannerChoices } from '#lib/contract/planner.ts'
import { type ScreenIslandProps, SignedInIsland } from '../session/SignedInIsland.tsx'
import { PlannerFlow } from './PlannerFlow.tsx'

export type PlannerProps = ScreenIslandProps & {
  /** What there is to plan for whoever asks, as the server knew it when it made the page. */
  choices: PlannerChoices
  /** They may book, too. */
  canBook: boolean
  /** They may enter patients who are not on file. */
  canCreate: boolean
  /** They may choose how long an appointment takes. */
  canSetDuration: boolean
}

/** The island of those who plan appointments for patients. */
export function Planner({ api: given, ...props }: PlannerProps) {
  return (
    <SignedInIsland settings={props.settings} api={given}>
      {(api, queries) => <PlannerFlow {...props} api={api} queries={queries} />}
    </SignedInIsland>
  )
}
