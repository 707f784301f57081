import '../../ui/form/zod-without-eval.ts'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMachine, useSelector } from '@xstate/react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { withServiceQuery } from '#lib/catalogue/service-query.ts'
import { timeLink } from '#lib/catalogue/time-link.ts'
import type { FreeTime } from '#lib/contract/errors.ts'
import { formatDateTime, plainDateAt } from '#lib/dates/format-date-time.ts'
import { accessFragment, appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import type { JoinedList, joiningMachine } from '#machines/waiting-list/joining.machine.ts'
import { GuestForm } from '../../booking/details/GuestForm.tsx'
import { GuestFormAlert } from '../../booking/details/GuestFormAlert.tsx'
import { toGuestAnswers } from '../../booking/details/guest-answers.ts'
import { guestSession } from '../../booking/details/guest-session.ts'
import { sessionApi } from '../../identity/api.ts'
import { ownAppointmentCalls } from '../../own-appointments/appointment/own-appointment-calls.ts'
import { takeAccessToken } from '../../own-appointments/appointment/token-in-address.ts'
import { PageHeading } from '../../own-appointments/PageHeading.tsx'
import { personLookups } from '../../people/person/lookups.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert, OfflineAlert } from '../../ui/feedback/FormAlert.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { formatPreference } from '../format-preference.ts'
import { joiningWithActors } from './joining.actors.ts'
import { type Branch, PreferenceForm, usualDays } from './PreferenceForm.tsx'

type JoinWaitingListProps = {
  service?: { id: number; name: string; slug: string } | undefined
  appointmentId?: number | undefined
  branches: readonly Branch[]
  serviceKey?: string | undefined
  viewer: string | null
  settings: PublicSettings
  api?: ApiClient
}

export function JoinWaitingList(props: JoinWaitingListProps) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
  return (
    <QueryClientProvider client={queries}>
      {props.appointmentId === undefined ? (
        <JoinForService {...props} />
      ) : (
        <JoinForAppointment {...props} id={props.appointmentId} />
      )}
    </QueryClientProvider>
  )
}

function JoinForService({ service, ...props }: JoinWaitingListProps) {
  const { settings } = props
  const [today] = useState(() => plainDateAt(Date.now(), settings.timeZone))
  if (!service) return null
  return (
    <Joining
      {...props}
      about={<p>{service.name}</p>}
      of={{ appointment_type_id: service.id }}
      token={() => null}
      days={usualDays(today)}
      hrefOf={(time) => timeLink({ slug: service.slug, key: props.serviceKey }, time)}
      allTimes={
        <a
          className="link"
          href={withServiceQuery(`/services/${service.slug}/availability`, {
            key: props.serviceKey,
          })}
        >
          See all free times
        </a>
      }
    />
  )
}

function JoinForAppointment({ id, ...props }: JoinWaitingListProps & { id: number }) {
  const { settings } = props
  const [{ calls, token }] = useState(() => {
    let taken: string | null = null
    const taking = () => {
      taken ??= takeAccessToken(id)
      return taken
    }
    const by = props.api ?? sessionApi(settings)
    return { calls: ownAppointmentCalls(by, id, taking), token: taking }
  })
  const query = useQuery({ queryKey: ['appointment-to-bring-forward', id], queryFn: calls.read })
  const appointment = query.data
  if (query.isPending) return <Loading label="Looking up your appointment" />
  if (!appointment) {
    return (
      <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>
          We could not find your appointment. Check your connection, or open the link to your
          appointment again.
        </p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </section>
    )
  }
  const last = plainDateAt(appointment.start, settings.timeZone)
  return (
    <Joining
      {...props}
      about={
        <p>
          You have an appointment for {appointment.appointment_type.name} at{' '}
          {formatDateTime(appointment.start, settings.timeZone)}, {appointment.site.name}. It stays
          yours until you take an earlier time.
        </p>
      }
      of={{ appointment_id: id }}
      token={token}
      days={{ first: plainDateAt(Date.now(), settings.timeZone), until: last, last }}
      allTimes={
        <a className="link" href={appointmentLink('', id, token())}>
          Change your appointment
        </a>
      }
    />
  )
}

type JoiningProps = Omit<JoinWaitingListProps, 'service' | 'appointmentId'> & {
  about: ReactNode
  of: { appointment_type_id: number } | { appointment_id: number }
  token: () => string | null
  days: { first: string; until: string; last: string }
  /** It is left out where the time is taken in place of an appointment. */
  hrefOf?: (time: FreeTime) => string
  allTimes: ReactNode
}

function Joining(props: JoiningProps) {
  const { settings, viewer, branches, of, token, serviceKey } = props
  const [{ api, machine }] = useState(() => {
    const by = props.api ?? sessionApi(settings)
    const deps = { api: by, session: guestSession(), of, key: serviceKey, token }
    return { api: by, machine: joiningWithActors(deps) }
  })
  const [snapshot, send] = useMachine(machine, {
    input: { viewer, isKnown: 'appointment_id' in of },
  })
  const { joined } = snapshot.context
  const { guestBooking } = snapshot.children
  return (
    <div className="flex flex-col gap-6">
      <PageHeading text={formatHeading(snapshot, of)} productName={settings.productName} />
      {snapshot.matches('joined') && joined && <Joined joined={joined} settings={settings} />}
      {snapshot.matches('signedOut') && (
        <p>
          You are no longer signed in, so you have not joined. Sign in and load this page again.
        </p>
      )}
      {snapshot.matches('identifying') && guestBooking && (
        <>
          {props.about}
          <Identifying actor={guestBooking} api={api} settings={settings} />
        </>
      )}
      {(snapshot.matches('choosing') || snapshot.matches('sending')) && (
        <>
          {props.about}
          <p>
            When a time becomes free that suits you, we keep it for you alone for a while and tell
            you. You then take it or decline it.
          </p>
          <PreferenceForm
            branches={branches}
            days={props.days}
            pending={snapshot.matches('sending')}
            serverErrors={snapshot.context.refusedFields}
            onSubmit={(preference) => send({ type: 'preference.submitted', preference })}
            alert={<JoinAlert {...props} snapshot={snapshot} />}
          />
        </>
      )}
    </div>
  )
}

type Snapshot = SnapshotFrom<typeof joiningMachine>

function formatHeading(snapshot: Snapshot, of: JoiningProps['of']): string {
  if (snapshot.matches('joined')) return 'You are on the waiting list'
  if (snapshot.matches('identifying')) return 'Join the waiting list: about you'
  return 'appointment_id' in of ? 'Tell me about an earlier time' : 'Join the waiting list'
}

type JoinAlertProps = Pick<JoiningProps, 'hrefOf' | 'allTimes' | 'settings'> & {
  snapshot: Snapshot
}

function JoinAlert({ snapshot, hrefOf, allTimes, settings }: JoinAlertProps) {
  if (snapshot.matches({ choosing: 'offline' })) {
    return <OfflineAlert>You are offline, so you have not joined the waiting list.</OfflineAlert>
  }
  if (snapshot.matches({ choosing: 'unanswered' })) {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer, so we do not know if you joined. It is safe to try again.
      </FormAlert>
    )
  }
  if (!snapshot.matches({ choosing: 'impossible' })) return null
  const { detail, freeTimes } = snapshot.context
  if (!hrefOf || freeTimes.length === 0) {
    return (
      <FormAlert look="banner-warn">
        {detail} {allTimes}
      </FormAlert>
    )
  }
  return (
    <FormAlert look="banner-warn">
      <div className="flex flex-col items-start gap-3">
        <p>
          You do not need to wait:{' '}
          {freeTimes.length === 1
            ? 'this time is free. Book it'
            : 'these times are free. Book one of them'}
          , or wait for other days, hours or branches.
        </p>
        <ul className="flex flex-col gap-2">
          {freeTimes.map((time) => (
            <li key={`${time.start} ${time.site.id}`}>
              <a className="button button-secondary" href={hrefOf(time)}>
                {formatDateTime(time.start, settings.timeZone)}, {time.site.name}
              </a>
            </li>
          ))}
        </ul>
        {allTimes}
      </div>
    </FormAlert>
  )
}

type IdentifyingProps = {
  actor: ActorRefFrom<typeof guestBookingMachine>
  api: ApiClient
  settings: PublicSettings
}

function Identifying({ actor, api, settings }: IdentifyingProps) {
  const lookups = useMemo(() => personLookups(api), [api])
  const snapshot = useSelector(actor, (now) => now)
  const { guest, refusedFields, waitSeconds } = snapshot.context
  const state = String(snapshot.value)
  if (state === 'checkFailed') {
    return (
      <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not look up your details.</p>
        <Button onClick={() => actor.send({ type: 'check.retried' })}>Try again</Button>
      </section>
    )
  }
  if (state === 'checkingGuest') return <Loading label="Looking up your details" />
  return (
    <GuestForm
      {...lookups}
      sendsEmail={settings.sendsEmail}
      sendsTexts={settings.sendsTexts}
      initialValues={guest ? toGuestAnswers(guest) : {}}
      onSubmit={({ guest: details, draft }) =>
        actor.send({
          type: 'details.submitted',
          details: { guest: details, gp_surgery: draft.gp_surgery },
        })
      }
      pending={state === 'savingDetails' || state === 'rateLimited'}
      serverErrors={refusedFields}
      alert={<GuestFormAlert {...{ state, waitSeconds }} />}
    />
  )
}

function Joined({ joined, settings }: { joined: JoinedList; settings: PublicSettings }) {
  const { entry, token } = joined
  const page = `/waiting-list${token === null ? '' : accessFragment(token)}`
  return (
    <>
      <p className="banner banner-ok">
        You wait for {entry.appointment_type.name}: {formatPreference(entry)}.
      </p>
      <p>
        {settings.sendsEmail || settings.sendsTexts
          ? 'We will tell you when a time becomes free. Answer soon: after a while it goes to the next person.'
          : 'Look at this page now and then: a time that becomes free is kept for you for a while only.'}
      </p>
      <p>
        <a className="button button-primary" href={page}>
          See your place on the waiting list
        </a>
      </p>
    </>
  )
}
