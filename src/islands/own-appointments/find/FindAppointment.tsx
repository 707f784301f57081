import { useMachine } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { sessionApi } from '../../identity/api.ts'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { FindForm } from './FindForm.tsx'
import { findWithActors } from './find-appointment.actors.ts'

type FindAppointmentProps = {
  settings: PublicSettings
  api?: ApiClient
  /** Opens another page of this site, where that is not the browser's own way. */
  open?: (path: string) => void
}

export function FindAppointment({ settings, api, open }: FindAppointmentProps) {
  const [machine] = useState(() =>
    findWithActors({
      api: api ?? sessionApi(settings),
      open: open ?? ((path) => location.assign(path)),
    }),
  )
  const [snapshot, send] = useMachine(machine)
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) send({ type: 'page.returned' })
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [send])
  // A form that is not alive yet would lose what is typed, or put it into the address.
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  if (!isAlive) return <Loading label="Loading the form" />
  if (snapshot.matches('found')) return <Loading label="Opening your appointment" />
  return (
    <FindForm
      pending={snapshot.matches('finding')}
      serverErrors={snapshot.context.refusedFields}
      onSubmit={(search) => send({ type: 'search.submitted', search })}
      alert={
        <>
          {snapshot.matches({ asking: 'notFound' }) && (
            <FormAlert look="banner-warning">
              We could not find an appointment with these details. Check each detail, including the
              year of birth, or <ContactLink />.
            </FormAlert>
          )}
          {snapshot.matches({ asking: 'limited' }) && (
            <FormAlert look="banner-warning">
              {snapshot.context.detail} You can also <ContactLink />.
            </FormAlert>
          )}
          {snapshot.matches({ asking: 'unanswered' }) && (
            <FormAlert look="banner-danger">We could not reach the service. Try again.</FormAlert>
          )}
        </>
      }
    />
  )
}

const neverChanges = () => () => undefined

const ContactLink = () => (
  <a className="link" href="/contact">
    contact a branch
  </a>
)
