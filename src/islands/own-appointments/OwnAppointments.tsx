import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { outcomeAddress } from '#lib/outcomes/outcome-address.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { FormsNotice } from '../forms/of-appointment/FormsNotice.tsx'
import { type ScreenIslandProps, SignedInIsland } from '../identity/SignedInIsland.tsx'
import { LetterLinks } from '../outcomes/LetterLinks.tsx'
import { Button } from '../ui/Button.tsx'
import { atOnce } from '../ui/form/at-once.ts'
import { PhoneLink } from '../ui/PhoneLink.tsx'
import { type AddressQuery, useAddressQuery } from '../ui/use-address-query.ts'
import { AppointmentQrCode } from './appointment/AppointmentQrCode.tsx'
import { AppointmentSummary } from './appointment/AppointmentSummary.tsx'
import { Attendance } from './appointment/Attendance.tsx'
import { CalendarAndPrint } from './appointment/CalendarAndPrint.tsx'
import { CalendarChange } from './appointment/CalendarChange.tsx'
import {
  AppointmentLookUp,
  CancellationQuestion,
  MovedNotice,
} from './appointment/ManagedAppointmentParts.tsx'
import { manageWithActors } from './appointment/manage-appointment.actors.ts'
import { NextSteps } from './appointment/NextSteps.tsx'
import {
  calendarAddress,
  type OwnAppointmentCalls,
  ownAppointmentCalls,
} from './appointment/own-appointment-calls.ts'
import {
  isAskingToCancel,
  type ManagedAppointment,
  useIsMoved,
  useManagedAppointment,
} from './appointment/use-managed-appointment.ts'
import { EarlierTimeLink } from './EarlierTimeLink.tsx'
import { OwnList } from './OwnList.tsx'
import { PageHeading } from './PageHeading.tsx'
import { RescheduleOwn } from './RescheduleOwn.tsx'
import { SuggestedTimes } from './SuggestedTimes.tsx'

export function OwnAppointments({ settings, search, api: injected }: ScreenIslandProps) {
  const address = useAddressQuery(search)
  const id = Number(address.query.get('appointment'))
  const isOne = Number.isSafeInteger(id) && id > 0
  return (
    <SignedInIsland settings={settings} api={injected} defaults={{ queries: atOnce }}>
      {(api, queries) =>
        isOne ? (
          <OwnAppointmentPage key={id} {...{ id, api, queries, settings, address }} />
        ) : (
          <OwnList {...{ api, settings, address }} />
        )
      }
    </SignedInIsland>
  )
}

type OwnAppointmentProps = {
  id: number
  api: ApiClient
  queries: QueryClient
  settings: PublicSettings
  address: AddressQuery
}

function OwnAppointmentPage(props: OwnAppointmentProps) {
  const [visit, setVisit] = useState({ number: 1, isMoved: false })
  return (
    <Visit
      key={visit.number}
      {...props}
      isMovedHere={visit.isMoved}
      onRescheduled={(isMoved) => setVisit(({ number }) => ({ number: number + 1, isMoved }))}
    />
  )
}

type VisitProps = OwnAppointmentProps & {
  isMovedHere: boolean
  /** Moving it has ended, one way or the other: it is read again. */
  onRescheduled: (isMoved: boolean) => void
}

function Visit({ id, api, queries, settings, address, isMovedHere, onRescheduled }: VisitProps) {
  const [{ calls, machine }] = useState(() => {
    const own = ownAppointmentCalls(api, id, () => null)
    return { calls: own, machine: manageWithActors({ calls: own, queries, isSignedIn: true }) }
  })
  const [isMoving, setMoving] = useState(false)
  const managed = useManagedAppointment(machine, id, isMoving)
  const { appointment, snapshot } = managed
  const isMoved = useIsMoved(isMovedHere, appointment)
  const isChanged = snapshot.matches('cancelled') || isMoved
  useEffect(() => {
    if (isChanged) void queries.invalidateQueries({ queryKey: ['own-appointments'] })
  }, [isChanged, queries])
  const onMoved = useCallback(() => onRescheduled(true), [onRescheduled])
  if (appointment && isMoving) {
    return (
      <RescheduleOwn
        appointment={appointment}
        api={api}
        calls={calls}
        queries={queries}
        settings={settings}
        onLeft={onRescheduled}
      />
    )
  }
  return (
    <OwnDetails
      {...managed}
      settings={settings}
      address={address}
      isMoved={isMoved}
      onMove={() => setMoving(true)}
      onMoved={onMoved}
      calls={calls}
      queries={queries}
    />
  )
}

type OwnDetailsProps = ManagedAppointment & {
  settings: PublicSettings
  address: AddressQuery
  isMoved: boolean
  onMove: () => void
  onMoved: () => void
  calls: OwnAppointmentCalls
  queries: QueryClient
}

function OwnDetails(props: OwnDetailsProps) {
  const { appointment, snapshot, send, settings, address, isMoved, onMove } = props
  const { timeZone, productName } = settings
  const isAsking = isAskingToCancel(snapshot)
  const isFound =
    appointment !== undefined && !snapshot.matches('notFound') && !snapshot.matches('signedOut')
  return (
    <div className="flex flex-col gap-6">
      <p className="print:hidden">
        <a className="link" {...address.linkWith({ appointment: null })}>
          All your appointments
        </a>
      </p>
      <PageHeading text={formatHeading(snapshot)} productName={productName} />
      <div role="status" className="empty:hidden">
        {isMoved && <MovedNotice {...{ appointment, snapshot, timeZone }} />}
        {snapshot.matches('cancelled') && (
          <p className="banner">
            <a className="link" href="/services">
              Book another appointment
            </a>
          </p>
        )}
      </div>
      {isFound && (snapshot.matches('showing') || snapshot.matches('cancelled')) && (
        <CalendarChange
          appointment={appointment}
          calendar={calendarAddress(settings, appointment.id, null)}
          timeZone={timeZone}
        />
      )}
      {isFound && snapshot.matches('showing') && (
        <SuggestedTimes
          calls={props.calls}
          queries={props.queries}
          timeZone={timeZone}
          onMoved={props.onMoved}
          onOutdated={props.onOutdated}
          onOthers={onMove}
        />
      )}
      <AppointmentLookUp snapshot={snapshot} send={send} />
      {snapshot.matches('signedOut') && (
        <section className="flex flex-col items-start gap-3">
          <p>You are no longer signed in. Sign in again to see your appointment.</p>
          <Button onClick={() => send({ type: 'loading.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('notFound') && <p>This is not one of your appointments.</p>}
      {isFound && snapshot.matches('tooLate') && <TooLate appointment={appointment} />}
      {isFound && isAsking && (
        <CancellationQuestion {...props} appointment={appointment} timeZone={timeZone} />
      )}
      {isFound && !isAsking && (
        <>
          <AppointmentSummary appointment={appointment} timeZone={timeZone} />
          <LetterLinks
            outcomes={appointment.outcomes}
            hrefOf={(outcomeId) =>
              outcomeAddress('user', { appointmentId: appointment.id, outcomeId })
            }
          />
        </>
      )}
      {isFound && (snapshot.matches('showing') || snapshot.matches('tooLate')) && (
        <Attendance
          appointment={appointment}
          calls={props.calls}
          queries={props.queries}
          onOutdated={props.onOutdated}
        />
      )}
      {isFound && snapshot.matches('showing') && (
        <>
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button onClick={onMove}>Move to another time</Button>
            <Button look="danger" onClick={() => send({ type: 'cancellation.requested' })}>
              Cancel this appointment
            </Button>
          </div>
          <EarlierTimeLink calls={props.calls} />
          <FormsNotice
            forms={appointment.forms}
            href={formAddress('user', 'for-appointment', appointment.id)}
          />
          <KeepLink appointment={appointment} settings={settings} />
        </>
      )}
    </div>
  )
}

function formatHeading(snapshot: ManagedAppointment['snapshot']): string {
  if (snapshot.matches('notFound')) return 'We could not find this appointment'
  if (snapshot.matches('signedOut')) return 'Sign in to see your appointment'
  if (snapshot.matches('cancelled')) return 'Your appointment has been cancelled'
  return isAskingToCancel(snapshot) ? 'Cancel your appointment' : 'Your appointment'
}

/** What is over needs no words; what is near can be changed by those who work there. */
function TooLate({ appointment: { status, start, site } }: { appointment: Appointment }) {
  if (status !== 'booked' || Date.parse(start) <= Date.now()) {
    return <p>This appointment has started or is over.</p>
  }
  return (
    <p className="banner banner-warn">
      It is too late to move or cancel this appointment here.{' '}
      {site.telephone ? (
        <>
          Call {site.name} on <PhoneLink number={site.telephone} />.
        </>
      ) : (
        <>
          Ask {site.name}, or{' '}
          <a className="link" href="/contact">
            another branch
          </a>
          .
        </>
      )}
    </p>
  )
}

function KeepLink({
  appointment,
  settings,
}: {
  appointment: Appointment
  settings: PublicSettings
}) {
  const manageUrl = `${settings.publicUrl}/user/appointments?appointment=${appointment.id}`
  return (
    <>
      <NextSteps appointment={appointment} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <CalendarAndPrint calendar={calendarAddress(settings, appointment.id, null)} />
      </div>
      <AppointmentQrCode manageUrl={manageUrl} />
    </>
  )
}
