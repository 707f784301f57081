import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { findAppointmentMachine } from '#machines/own-appointments/find-appointment.machine.ts'
import { sessionApi } from '../../identity/api.ts'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useRequest } from '../../ui/use-request.ts'
import { FindForm } from './FindForm.tsx'
import { sendSearch } from './send-search.ts'

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
