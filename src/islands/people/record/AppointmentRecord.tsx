import '../../ui/form/zod-without-eval.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { type IslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { RecordScreen } from './RecordScreen.tsx'

type AppointmentRecordProps = IslandProps & {
  id: number
  viewer: Viewer
}

export function AppointmentRecord({ id, viewer, settings, api: injected }: AppointmentRecordProps) {
  return (
    <SignedInIsland settings={settings} api={injected}>
      {(api) => <RecordScreen {...{ api, id, viewer }} timeZone={settings.timeZone} />}
    </SignedInIsland>
  )
}
