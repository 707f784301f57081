import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { appointmentLink, isTokenGiven, takeAccessToken } from './access-token.ts'
import { ManageFlow } from './ManageFlow.tsx'
import { manageWithActors } from './manage-appointment.actors.ts'

export type ManageAppointmentProps = {
  /** Of the appointment. */
  id: number
  /** Somebody is signed in. */
  isSignedIn: boolean
  settings: PublicSettings
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/**
 * The island behind the link on the confirmation: find the appointment again, cancel it. Another
 * link pasted into the open page changes nothing but the fragment: the page then begins anew.
 */
export function ManageAppointment(props: ManageAppointmentProps) {
  const [visit, setVisit] = useState(1)
  useEffect(() => {
    const changed = () => {
      if (isTokenGiven()) setVisit((before) => before + 1)
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return <AppointmentVisit key={visit} {...props} />
}

function AppointmentVisit({ id, isSignedIn, settings, api }: ManageAppointmentProps) {
  const [{ queries, machine, manageUrl, isOpenToAll }] = useState(() => {
    const client = new QueryClient({
      defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
    })
    let taken: string | null = null
    const token = () => {
      taken ??= takeAccessToken(id)
      return taken
    }
    const provided = manageWithActors({
      api: api ?? sessionApi(settings),
      queries: client,
      id,
      token,
      isSignedIn,
    })
    const link = () => appointmentLink(settings.publicUrl, id, token())
    const isOpen = () => token() !== null
    return { queries: client, machine: provided, manageUrl: link, isOpenToAll: isOpen }
  })
  return (
    <QueryClientProvider client={queries}>
      <ManageFlow
        id={id}
        isSignedIn={isSignedIn}
        settings={settings}
        machine={machine}
        manageUrl={manageUrl}
        isOpenToAll={isOpenToAll}
      />
    </QueryClientProvider>
  )
}
