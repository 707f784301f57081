import { type ScreenIslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { NothingToSee } from './NothingToSee.tsx'
import { ReportScreen } from './ReportScreen.tsx'
import type { ScopeRights } from './report-scope.ts'

type TemporaryReportingProps = ScreenIslandProps & {
  today: string
  scopeRights: ScopeRights
  mayDownload: boolean
}

export function TemporaryReporting({ api: injected, ...props }: TemporaryReportingProps) {
  const { settings, scopeRights } = props
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={injected}>
      <ReportScreen {...props} />
    </SignedInIsland>
  )
}
