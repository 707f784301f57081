import { useEffect, useRef } from 'react'
import { formatDate, formatTime } from '#lib/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useNotification } from '../../ui/use-notification.tsx'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { calendarFile } from './calendar-file.ts'
import { Paragraphs } from './Paragraphs.tsx'
import type { BookingConfirmationProps } from './view-props.ts'

const QR_CODE_SIZE = 200

/** It is booked: what, when, where, what to do next, and how to find it again. */
export function BookingConfirmation(props: BookingConfirmationProps) {
  const { appointment, timeZone, productName, manageUrl, branchHref } = props
  const { notification, notify } = useNotification()
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
      <section aria-labelledby="booked-manage" className="flex flex-col gap-4">
        <h2 id="booked-manage" className="heading-2">
          Find or cancel this booking
        </h2>
        <p>
          Keep this link. Anybody who has it can see and cancel this booking, so share it only with
          people you trust.
        </p>
        <p>
          <a className="link printed-address break-all" href={manageUrl}>
            Find or cancel this booking
          </a>
        </p>
        <div className="print:hidden flex flex-wrap gap-3">
          <CopyButton label="Copy link" text={manageUrl} onCopied={() => notify('Link copied')} />
        </div>
        <figure className="qr-code flex flex-col gap-2">
          <QrCode url={manageUrl} size={QR_CODE_SIZE} alt="QR code of the link to this booking" />
          <figcaption className="hint">Scan this to open the booking on your phone.</figcaption>
        </figure>
      </section>
      {notification}
    </div>
  )
}
