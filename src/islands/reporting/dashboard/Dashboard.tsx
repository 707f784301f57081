import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { NothingToSee } from '../appointments/NothingToSee.tsx'
import type { ScopeRights } from '../appointments/report-scope.ts'
import { DashboardScreen } from './DashboardScreen.tsx'

type DashboardProps = ScreenIslandProps & {
  today: string
  scopeRights: ScopeRights
  maySeeIncome: boolean
}

export function Dashboard({ api: injected, ...props }: DashboardProps) {
  const { settings, scopeRights } = props
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected}>
      <DashboardScreen {...props} />
    </SignedInIsland>
  )
}
