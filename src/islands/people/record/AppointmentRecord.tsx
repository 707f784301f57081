import '../../ui/form/zod-without-eval.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { type IslandProps, SignedInIsland } from '../../session/SignedInIsland.tsx'
import { RecordScreen } from './RecordScreen.tsx'

type AppointmentRecordProps = IslandProps & {
  id: number
  viewer: Viewer
}

export function AppointmentRecord({ id, viewer, settings, api: given }: AppointmentRecordProps) {
  return (
    <SignedInIsland settings={settings} api={given}>
      {(api) => <RecordScreen {...{ api, id, viewer }} timeZone={settings.timeZone} />}
    </SignedInIsland>
  )
}
