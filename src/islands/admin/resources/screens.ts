import type { AdminScreen } from './admin-screen.ts'
import { competencyScreen } from './screens/competencies.ts'
import { staffCompetencyScreen } from './screens/staff-competencies.ts'

/** Every screen of the administration area that is made from a description. */
export const adminScreens: readonly AdminScreen[] = [competencyScreen, staffCompetencyScreen]

/** The screen at `/admin/<name>`; undefined where there is none. */
export const screenNamed = (name: string | undefined): AdminScreen | undefined =>
  adminScreens.find(({ of }) => of.screen === name)
