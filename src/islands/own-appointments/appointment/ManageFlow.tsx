import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import { FormsNotice } from '../../forms/of-appointment/FormsNotice.tsx'
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
import { NextSteps } from './NextSteps.tsx'
import type { CalendarAddress, OwnAppointmentCalls } from './own-appointment-calls.ts'
import {
  isAskingToCancel,
  type ManagedAppointment,
  useIsMoved,
  useManagedAppointment,
} from './use-managed-appointment.ts'

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

export function ManageFlow(props: ManageFlowProps) {
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
