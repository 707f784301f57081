import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { AuditScreen } from './AuditScreen.tsx'

type AuditTrailProps = ScreenIslandProps & {
  mayDownload: boolean
}

export function AuditTrail({ api: injected, ...props }: AuditTrailProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected}>
      <AuditScreen {...props} />
    </SignedInIsland>
  )
}
