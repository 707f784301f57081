import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import {
  type FindAppointmentResult,
  findAppointmentMachine,
} from '#machines/own-appointments/find-appointment.machine.ts'
import { sessionApi } from '../../identity/api.ts'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { FindForm } from './FindForm.tsx'

type FindAppointmentProps = {
  settings: PublicSettings
  api?: ApiClient
  open?: (path: string) => void
}

export function FindAppointment({ settings, api, open }: FindAppointmentProps) {
  const [deps] = useState(() => ({
    api: api ?? sessionApi(settings),
    open: open ?? ((path: string) => location.assign(path)),
  }))
  const { sending, answer, submit, reset } = useRequest(findAppointmentMachine, (search) =>
    sendSearch(deps, search),
  )
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [reset])
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  if (!isAlive) return <Loading label="Loading the form" />
  if (answer?.kind === 'found') return <Loading label="Opening your appointment" />
  return (
    <FindForm
      pending={sending !== null}
      serverErrors={answer?.kind === 'refused' ? answer.fields : NO_ERRORS}
      onSubmit={submit}
      alert={
        <>
          {answer?.kind === 'notFound' && (
            <FormAlert look="banner-warning">
              We could not find an appointment with these details. Check each detail, including the
              year of birth, or <ContactLink />.
            </FormAlert>
          )}
          {answer?.kind === 'limited' && (
            <FormAlert look="banner-warning">
              {answer.detail} You can also <ContactLink />.
            </FormAlert>
          )}
          {answer?.kind === 'unanswered' && (
            <FormAlert look="banner-danger">We could not reach the service. Try again.</FormAlert>
          )}
        </>
      }
    />
  )
}

const NO_ERRORS = {}

const neverChanges = () => () => undefined

const ContactLink = () => (
  <a className="link" href="/contact">
    contact a branch
  </a>
)

type Deps = {
  api: ApiClient
  open: (path: string) => void
}

/** Finds an appointment and opens it. Its link goes to the browser and is stored nowhere here. */
async function sendSearch(
  { api, open }: Deps,
  search: AppointmentSearch,
): Promise<FindAppointmentResult> {
  try {
    const { id, access_token } = await api.call('POST public/appointments/find/', { body: search })
    open(appointmentLink('', id, access_token))
    return { kind: 'found' }
  } catch (error) {
    const { status, fields, detail } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 400) return { kind: 'refused', fields }
    if (status === 429) return { kind: 'limited', detail }
    throw error
  }
}
