import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { withServiceQuery } from '#lib/catalogue/service-query.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDate, formatTime } from '#lib/dates/format-date-time.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import { FormsNotice } from '../../forms/of-appointment/FormsNotice.tsx'
import { AppointmentQrCode } from '../../own-appointments/appointment/AppointmentQrCode.tsx'
import { AppointmentSummary } from '../../own-appointments/appointment/AppointmentSummary.tsx'
import { appointmentKey } from '../../own-appointments/appointment/appointment-key.ts'
import { DateLeaf } from '../../own-appointments/appointment/DateLeaf.tsx'
import { KeepOwnAppointment } from '../../own-appointments/appointment/KeepOwnAppointment.tsx'
import { NextSteps } from '../../own-appointments/appointment/NextSteps.tsx'
import {
  type CalendarAddress,
  calendarAddress,
} from '../../own-appointments/appointment/own-appointment-calls.ts'
import { headings } from '../booking-steps.ts'
import { useBooking } from '../use-booking.ts'
import { stepDepth } from '../use-step-history.ts'

export default function BookedStep() {
  const { data, page } = useBooking()
  const { deps, settings } = page
  const { appointmentId } = data
  const appointment = useQueryClient().getQueryData<Appointment & { access_token?: string }>(
    appointmentKey(appointmentId ?? 0),
  )
  useEffect(() => {
    document.title = `${settings.productName} – ${headings.booked}`
    // Browsers share the canonical address, and that of the service is not this page any more.
    document.querySelector('link[rel=canonical]')?.remove()
    document.querySelector('[data-before-booking]')?.remove()
    // The header was made for a page that is left behind. No token goes into a query.
    const redirect = `/appointments/${appointmentId}`
    const signIn = document.querySelector<HTMLAnchorElement>('header a[data-session=sign-in]')
    if (signIn) signIn.search = `?${new URLSearchParams({ redirect })}`
  }, [settings, appointmentId])
  useEffect(takeFirstEntry, [])
  if (!appointment) return null
  const { key } = deps
  const { id, access_token: token } = appointment
  return (
    <BookingConfirmation
      appointment={appointment}
      timeZone={settings.timeZone}
      calendar={calendarAddress(settings, id, token ?? null)}
      manageUrl={appointmentLink(settings.publicUrl, id, token ?? null)}
      isOpenToAll={token !== undefined}
      sendsEmail={settings.sendsEmail}
      formsHref={formAddress(token ? 'guest' : 'user', 'for-appointment', id, token ?? null)}
      bookAgainHref={withServiceQuery('/services', { key: key ?? undefined })}
    />
  )
}

function takeFirstEntry() {
  const showHeading = () => setTimeout(() => document.querySelector('h1')?.scrollIntoView?.())
  addEventListener('popstate', showHeading)
  const depth = stepDepth()
  if (depth > 0) history.go(-depth)
  return () => removeEventListener('popstate', showHeading)
}

type BookingConfirmationProps = {
  appointment: Appointment
  timeZone: string
  calendar: CalendarAddress
  manageUrl: string
  /** The link alone opens it; otherwise only the person, signed in. */
  isOpenToAll: boolean
  sendsEmail: boolean
  bookAgainHref: string
  formsHref: string
}

export function BookingConfirmation(props: BookingConfirmationProps) {
  const { appointment, timeZone, calendar, manageUrl, isOpenToAll, bookAgainHref, formsHref } =
    props
  const { sendsEmail } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { start, site, reference } = appointment
  return (
    <div className="flex flex-col gap-8">
      <div className="card card-raised ticket">
        <DateLeaf start={start} timeZone={timeZone} />
        <div>
          <h1 ref={heading} tabIndex={-1} className="heading-1 mb-2 scroll-mt-8">
            Your appointment is booked
          </h1>
          <p className="lead">
            {formatDate(start, timeZone)} at {formatTime(start, timeZone)}, {site.name}
          </p>
          <p className="mt-2">
            Your reference is <strong className="whitespace-nowrap">{reference}</strong>
          </p>
        </div>
      </div>
      <FormsNotice forms={appointment.forms} href={formsHref} />
      <KeepOwnAppointment {...{ calendar, manageUrl, isOpenToAll, sendsEmail }} />
      <section aria-labelledby="booked-appointment">
        <h2 id="booked-appointment" className="heading-2">
          What you have booked
        </h2>
        <AppointmentSummary appointment={appointment} timeZone={timeZone} />
      </section>
      <NextSteps appointment={appointment} />
      <AppointmentQrCode manageUrl={manageUrl} />
      <p className="print:hidden">
        <a className="link" href={bookAgainHref}>
          Book another appointment
        </a>
      </p>
    </div>
  )
}
