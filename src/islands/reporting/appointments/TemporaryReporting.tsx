import { type ScreenIslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { NothingToSee } from './NothingToSee.tsx'
import { ReportScreen } from './ReportScreen.tsx'
import type { ScopeRights } from './report-scope.ts'

type TemporaryReportingProps = ScreenIslandProps & {
  /** The clinic's date. */
  today: string
  scopeRights: ScopeRights
  /** Whether the list is offered as a file. */
  mayDownload: boolean
}

/** Appointments by period, site, clinician, type, status and outcome, to look at and to take away as a file. */
export function TemporaryReporting({ api: given, ...props }: TemporaryReportingProps) {
  const { settings, scopeRights } = props
  if (scopeRights.staffId === null && !scopeRights.mayChoose) return <NothingToSee />
  return (
    <SignedInIsland settings={settings} api={given}>
      {(api) => <ReportScreen {...props} api={api} />}
    </SignedInIsland>
  )
}
