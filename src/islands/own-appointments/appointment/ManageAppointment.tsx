import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { outcomeAddress } from '#lib/outcomes/outcome-address.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { sessionApi } from '../../identity/api.ts'
import { ManageFlow } from './ManageFlow.tsx'
import { manageWithActors } from './manage-appointment.actors.ts'
import { calendarAddress, ownAppointmentCalls } from './own-appointment-calls.ts'
import { showAccessToken, takeAccessToken, tokenInAddress } from './token-in-address.ts'
import { usePageOfAddress } from './use-page-of-address.ts'

export type ManageAppointmentProps = {
  id: number
  isSignedIn: boolean
  settings: PublicSettings
  api?: ApiClient
}

/** Another link pasted into the page changes only the fragment: the page then starts again. */
export function ManageAppointment(props: ManageAppointmentProps) {
  usePageOfAddress()
  const [visit, setVisit] = useState({ number: 1, isMoved: false })
  const beginAgain = (isMoved: boolean) =>
    setVisit(({ number }) => ({ number: number + 1, isMoved }))
  return (
    <AppointmentVisit
      key={visit.number}
      {...props}
      isMoved={visit.isMoved}
      onLinkChanged={() => beginAgain(false)}
      onRescheduled={beginAgain}
    />
  )
}

type VisitProps = ManageAppointmentProps & {
  isMoved: boolean
  onLinkChanged: () => void
  /** Moving it has ended, one way or the other: it is read again. */
  onRescheduled: (isMoved: boolean) => void
}

function AppointmentVisit(props: VisitProps) {
  const { id, isSignedIn, settings, isMoved, onLinkChanged, onRescheduled } = props
  const [{ api, queries, machine, calls, token }] = useState(() => {
    const client = new QueryClient({
      defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
    })
    let taken: string | null = null
    const taking = () => {
      taken ??= takeAccessToken(id)
      return taken
    }
    const by = props.api ?? sessionApi(settings)
    const own = ownAppointmentCalls(by, id, taking)
    const provided = manageWithActors({ queries: client, calls: own, isSignedIn })
    return { api: by, queries: client, machine: provided, calls: own, token: taking }
  })
  useEffect(() => {
    const changed = () => {
      const [given, known] = [tokenInAddress(), token()]
      if (given && given !== known) onLinkChanged()
      else if (known) showAccessToken(known)
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [token, onLinkChanged])
  return (
    <QueryClientProvider client={queries}>
      <ManageFlow
        id={id}
        isSignedIn={isSignedIn}
        settings={settings}
        machine={machine}
        api={api}
        calls={calls}
        queries={queries}
        manageUrl={() => appointmentLink(settings.publicUrl, id, token())}
        formsHref={() =>
          formAddress(token() === null ? 'user' : 'guest', 'for-appointment', id, token())
        }
        letterHref={(outcomeId) =>
          outcomeAddress(
            token() === null ? 'user' : 'guest',
            { appointmentId: id, outcomeId },
            token(),
          )
        }
        calendar={() => calendarAddress(settings, id, token())}
        isMoved={isMoved}
        onRescheduled={onRescheduled}
      />
    </QueryClientProvider>
  )
}
