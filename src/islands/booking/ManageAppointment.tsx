import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { takeAccessToken } from './access-token.ts'
import { ManageFlow } from './ManageFlow.tsx'
import { manageWithActors } from './manage-appointment.actors.ts'

export type ManageAppointmentProps = {
  /** Of the appointment. */
  id: number
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island behind the link on the confirmation: find the appointment again, cancel it. */
export function ManageAppointment({ id, settings, api }: ManageAppointmentProps) {
  const [{ queries, machine }] = useState(() => {
    const client = new QueryClient({
      defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
    })
    let token: string | null = null
    const provided = manageWithActors({
      api: api ?? createApiClient(settings.apiBase),
      queries: client,
      id,
      token: () => {
        token ??= takeAccessToken(id)
        return token
      },
    })
    return { queries: client, machine: provided }
  })
  return (
    <QueryClientProvider client={queries}>
      <ManageFlow id={id} settings={settings} machine={machine} />
    </QueryClientProvider>
  )
}
