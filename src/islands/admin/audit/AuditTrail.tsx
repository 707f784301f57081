import { type ScreenIslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { AuditScreen } from './AuditScreen.tsx'

type AuditTrailProps = ScreenIslandProps & {
  mayDownload: boolean
}

export function AuditTrail({ api: given, ...props }: AuditTrailProps) {
  return (
    <SignedInIsland settings={props.settings} api={given}>
      {(api) => <AuditScreen {...props} api={api} />}
    </SignedInIsland>
  )
}
