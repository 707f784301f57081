import { useEffect, useRef } from 'react'
import type { Appointment } from '#lib/contract/booking.ts'
import { formatDate, formatTime } from '#lib/dates/format-date-time.ts'
import { FormsNotice } from '../../forms/of-appointment/FormsNotice.tsx'
import { AppointmentQrCode } from '../../own-appointments/appointment/AppointmentQrCode.tsx'
import { AppointmentSummary } from '../../own-appointments/appointment/AppointmentSummary.tsx'
import { KeepOwnAppointment } from '../../own-appointments/appointment/KeepOwnAppointment.tsx'
import { NextSteps } from '../../own-appointments/appointment/NextSteps.tsx'
import type { CalendarAddress } from '../../own-appointments/appointment/own-appointment-calls.ts'

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
      <div className="banner banner-success">
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
