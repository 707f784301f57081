import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { OwnAppointmentPage } from './OwnAppointment.tsx'
import { OwnList } from './OwnList.tsx'

export function OwnAppointments({ settings, search, api: injected }: ScreenIslandProps) {
  const address = useAddressQuery(search)
  const id = Number(address.query.get('appointment'))
  const isOne = Number.isSafeInteger(id) && id > 0
  return (
    <SignedInIsland settings={settings} api={injected} defaults={{ queries: atOnce }}>
      {(api, queries) =>
        isOne ? (
          <OwnAppointmentPage key={id} {...{ id, api, queries, settings, address }} />
        ) : (
          <OwnList {...{ api, settings, address }} />
        )
      }
    </SignedInIsland>
  )
}
