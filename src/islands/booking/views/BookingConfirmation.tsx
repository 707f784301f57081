import { useEffect, useRef } from 'react'
import { formatDate, formatTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { AppointmentLink } from './AppointmentLink.tsx'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { calendarFile } from './calendar-file.ts'
import { Paragraphs } from './Paragraphs.tsx'
import type { BookingConfirmationProps } from './view-props.ts'

/** It is booked: what, when, where, what to do next, and how to find it again. */
export function BookingConfirmation(props: BookingConfirmationProps) {
  const { appointment, timeZone, productName, manageUrl, bookAgainHref, branchHref } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { start, site, reference, appointment_type: type } = appointment

  const saveToCalendar = () => {
    const text = calendarFile(appointment, { productName, manageUrl, now: new Date() })
    saveFile(`appointment-${reference}.ics`, new Blob([text], { type: 'text/calendar' }))
  }

  return (
    <div className="flex flex-col gap-8">
      <div className="banner banner-success">
        <h1 ref={heading} tabIndex={-1} className="heading-1 mb-2">
          Your appointment is booked
        </h1>
        <p className="lead">
          {formatDate(start, timeZone)} at {formatTime(start, timeZone)}, {site.name}
        </p>
        <p className="mt-2">
          Your reference is <strong>{reference}</strong>
        </p>
      </div>
      <section aria-labelledby="booked-appointment">
        <h2 id="booked-appointment" className="heading-2">
          Your appointment
        </h2>
        <AppointmentSummary
          appointment={appointment}
          timeZone={timeZone}
          {...(branchHref && { branchHref })}
        />
        <div className="print:hidden mt-4 flex flex-wrap gap-3">
          <Button onClick={saveToCalendar}>Add to calendar</Button>
          <Button look="secondary" onClick={() => window.print()}>
            Print this page
          </Button>
        </div>
      </section>
      <section aria-labelledby="booked-next" className="flex flex-col gap-3">
        <h2 id="booked-next" className="heading-2">
          What happens next
        </h2>
        {type.prebooking_info.trim() && <Paragraphs text={type.prebooking_info} />}
        <ul className="list-disc ps-5">
          <li>Come to {site.name} a few minutes before your appointment.</li>
          <li>If you cannot come, cancel as soon as you can, so that somebody else can.</li>
          {site.telephone && <li>If something changes on the day, call {site.telephone}.</li>}
        </ul>
      </section>
      <AppointmentLink manageUrl={manageUrl} />
      <p className="print:hidden">
        <a className="link" href={bookAgainHref}>
          Book another appointment
        </a>
      </p>
    </div>
  )
}
