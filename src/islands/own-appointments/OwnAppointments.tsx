import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { Notifications } from '../ui/feedback/Notifications.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { OwnAppointmentPage } from './OwnAppointment.tsx'
import { OwnList } from './OwnList.tsx'

type OwnAppointmentsProps = {
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of a patient's own appointments: those to come, the others, and one in full. */
export function OwnAppointments({ settings, search, api }: OwnAppointmentsProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    queries: new QueryClient({
      defaultOptions: { queries: atOnce },
    }),
  }))
  const address = useAddressQuery(search)
  const id = Number(address.query.get('appointment'))
  const isOne = Number.isSafeInteger(id) && id > 0
  return (
    <QueryClientProvider client={deps.queries}>
      {isOne ? (
        <OwnAppointmentPage key={id} id={id} {...deps} settings={settings} address={address} />
      ) : (
        <OwnList api={deps.api} settings={settings} address={address} />
      )}
      <Notifications />
    </QueryClientProvider>
  )
}
