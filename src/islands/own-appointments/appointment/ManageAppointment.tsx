import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { outcomeAddress } from '#lib/outcomes/outcome-address.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import { FormsNotice } from '../../forms/of-appointment/FormsNotice.tsx'
import { sessionApi } from '../../identity/api.ts'
import { LetterLinks } from '../../outcomes/LetterLinks.tsx'
import { Button } from '../../ui/Button.tsx'
import { EarlierTimeLink } from '../EarlierTimeLink.tsx'
import { PageHeading } from '../PageHeading.tsx'
import { RescheduleOwn } from '../RescheduleOwn.tsx'
import { SuggestedTimes } from '../SuggestedTimes.tsx'
import { AppointmentQrCode } from './AppointmentQrCode.tsx'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { Attendance } from './Attendance.tsx'
import { CalendarChange } from './CalendarChange.tsx'
import { KeepOwnAppointment } from './KeepOwnAppointment.tsx'
import { AppointmentLookUp, CancellationQuestion, MovedNotice } from './ManagedAppointmentParts.tsx'
import { manageWithActors } from './manage-appointment.actors.ts'
import { NextSteps } from './NextSteps.tsx'
import {
  type CalendarAddress,
  calendarAddress,
  type OwnAppointmentCalls,
  ownAppointmentCalls,
} from './own-appointment-calls.ts'
import { showAccessToken, takeAccessToken, tokenInAddress } from './token-in-address.ts'
import {
  isAskingToCancel,
  type ManagedAppointment,
  useIsMoved,
  useManagedAppointment,
} from './use-managed-appointment.ts'

type ManageAppointmentProps = {
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

/**
 * Loads the page that the address names when Back or Forward leads to an entry that another page of
 * this tab has left, such as a step of the booking: the browser then changes the address only.
 */
function usePageOfAddress(): void {
  useEffect(() => {
    const { pathname } = location
    const follow = () => {
      if (location.pathname !== pathname) location.reload()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
}

type ManageFlowProps = {
  id: number
  isSignedIn: boolean
  settings: PublicSettings
  machine: typeof manageAppointmentMachine
  api: ApiClient
  calls: OwnAppointmentCalls
  queries: QueryClient
  manageUrl: () => string
  calendar: () => CalendarAddress
  formsHref: () => string
  letterHref: (outcomeId: number) => string
  isMoved: boolean
  onRescheduled: (isMoved: boolean) => void
}

function ManageFlow(props: ManageFlowProps) {
  const { id, isSignedIn, settings, machine, calls, manageUrl, calendar, formsHref } = props
  const [isMoving, setMoving] = useState(false)
  const managed = useManagedAppointment(machine, id, isMoving)
  const { appointment, snapshot, send } = managed
  const isMoved = useIsMoved(props.isMoved, appointment)
  const { timeZone } = settings
  const { onRescheduled } = props
  const onMoved = useCallback(() => onRescheduled(true), [onRescheduled])
  if (appointment && isMoving) {
    const { api, queries } = props
    return (
      <RescheduleOwn
        appointment={appointment}
        {...{ api, calls, queries, settings }}
        onLeft={onRescheduled}
      />
    )
  }
  const isHidden = snapshot.matches('notFound') || snapshot.matches('signedOut')
  const isAsking = isAskingToCancel(snapshot)
  return (
    <div className="flex flex-col gap-6">
      <div>
        {appointment && !isHidden && (
          <p className="text-ink-soft">
            {appointment.appointment_type.name}, {formatDateTime(appointment.start, timeZone)}
          </p>
        )}
        <PageHeading
          text={formatHeading({ snapshot, appointment })}
          productName={settings.productName}
        />
      </div>
      <div role="status" className="empty:hidden">
        {isMoved && <MovedNotice {...{ appointment, snapshot, timeZone }} />}
      </div>
      {appointment && snapshot.matches('showing') && (
        <CalendarChange appointment={appointment} calendar={calendar()} timeZone={timeZone} />
      )}
      {appointment && snapshot.matches('showing') && (
        <SuggestedTimes
          calls={calls}
          queries={props.queries}
          timeZone={timeZone}
          onMoved={onMoved}
          onOutdated={managed.onOutdated}
          onOthers={() => setMoving(true)}
        />
      )}
      <AppointmentLookUp snapshot={snapshot} send={send} />
      {snapshot.matches('signedOut') && (
        <section className="flex flex-col items-start gap-4">
          <p>You are no longer signed in. Sign in again to see your appointment.</p>
          <SignInLink id={id} look="button button-primary" />
        </section>
      )}
      {snapshot.matches('notFound') && (
        <p>
          The link may be incomplete or no longer valid. You can{' '}
          <a className="link" href="/appointments">
            find your appointment
          </a>{' '}
          with its reference, your last name and your date of birth, or{' '}
          <a className="link" href="/contact">
            contact a branch
          </a>
          .
        </p>
      )}
      {snapshot.matches('notFound') && !isSignedIn && (
        <p>
          If you booked while you were signed in, <SignInLink id={id} look="link" /> to see it.
        </p>
      )}
      {snapshot.matches('tooLate') && (
        <p>
          {isAhead(appointment)
            ? 'This appointment starts soon, so you cannot cancel it here. Contact the branch.'
            : 'This appointment has started or is over, so you cannot cancel it.'}
        </p>
      )}
      {snapshot.matches('cancelled') && (
        <>
          <p>
            <a className="link" href="/services">
              Book another appointment
            </a>
          </p>
          {appointment && (
            <CalendarChange appointment={appointment} calendar={calendar()} timeZone={timeZone} />
          )}
        </>
      )}
      {appointment && isAsking && (
        <CancellationQuestion {...managed} appointment={appointment} timeZone={timeZone} />
      )}
      {appointment && !isAsking && !isHidden && (
        <>
          <AppointmentSummary appointment={appointment} timeZone={timeZone} />
          <LetterLinks outcomes={appointment.outcomes} hrefOf={props.letterHref} />
        </>
      )}
      {appointment && (snapshot.matches('showing') || snapshot.matches('tooLate')) && (
        <Attendance
          appointment={appointment}
          calls={calls}
          queries={props.queries}
          onOutdated={managed.onOutdated}
        />
      )}
      {snapshot.can({ type: 'cancellation.requested' }) && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button onClick={() => setMoving(true)}>Move to another time</Button>
          <Button look="danger" onClick={() => send({ type: 'cancellation.requested' })}>
            Cancel this appointment
          </Button>
        </div>
      )}
      {snapshot.can({ type: 'cancellation.requested' }) && <EarlierTimeLink calls={calls} />}
      {appointment && snapshot.matches('showing') && (
        <>
          <FormsNotice forms={appointment.forms} href={formsHref()} />
          <NextSteps appointment={appointment} />
          <KeepOwnAppointment
            calendar={calendar()}
            manageUrl={manageUrl()}
            isOpenToAll={calls.isGuest()}
            sendsEmail={settings.sendsEmail}
            isHere
          />
          <AppointmentQrCode manageUrl={manageUrl()} />
        </>
      )}
    </div>
  )
}

function SignInLink({ id, look }: { id: number; look: string }) {
  const href = `/login?${new URLSearchParams({ redirect: `/appointments/${id}` })}`
  return (
    <a className={look} href={href} data-session="sign-in">
      {look === 'link' ? 'sign in' : 'Sign in'}
    </a>
  )
}

const isAhead = (appointment: Appointment | undefined) =>
  appointment?.status === 'booked' && Date.parse(appointment.start) > Date.now()

function formatHeading({
  snapshot,
  appointment,
}: Pick<ManagedAppointment, 'appointment' | 'snapshot'>): string {
  if (snapshot.matches('notFound')) return 'We could not find this appointment'
  if (snapshot.matches('signedOut')) return 'Sign in to see your appointment'
  if (snapshot.matches('cancelled')) return 'Your appointment has been cancelled'
  if (snapshot.matches('tooLate')) {
    return isAhead(appointment) ? 'It is too late to cancel here' : 'This appointment is over'
  }
  return isAskingToCancel(snapshot) ? 'Cancel your appointment' : 'Your appointment'
}
