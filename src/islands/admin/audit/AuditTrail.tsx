import { type ScreenIslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { AuditScreen } from './AuditScreen.tsx'

type AuditTrailProps = ScreenIslandProps & {
  /** Whether it is offered as a file. */
  mayDownload: boolean
}

/** The audit trail for those who may read it: what happened to which record, by whom and when. */
export function AuditTrail({ api: given, ...props }: AuditTrailProps) {
  return (
    <SignedInIsland settings={props.settings} api={given}>
      {(api) => <AuditScreen {...props} api={api} />}
    </SignedInIsland>
  )
}
