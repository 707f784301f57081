import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withKey } from '#lib/catalogue/secret-key.ts'
import type { BookedAppointment } from '#lib/contract/booking.ts'
import { appointmentLink } from './access-token.ts'
import { appointmentKey } from './appointment-key.ts'
import { headings } from './booking-steps.ts'
import { branchPageOf } from './branch-page.ts'
import type { StepProps } from './step-props.ts'
import { BookingConfirmation } from './views/BookingConfirmation.tsx'

/** It is booked. The link to it carries its own token, which opens nothing else of the guest's. */
export default function BookedStep({ snapshot, outside, settings }: StepProps) {
  const { appointmentId } = snapshot.context
  const appointment = useQueryClient().getQueryData<BookedAppointment>(
    appointmentKey(appointmentId ?? 0),
  )
  useEffect(() => {
    document.title = `${settings.productName} – ${headings.booked}`
  }, [settings])
  if (!appointment) return null
  const { slug, key } = outside
  return (
    <BookingConfirmation
      appointment={appointment}
      timeZone={settings.timeZone}
      productName={settings.productName}
      manageUrl={appointmentLink(settings.publicUrl, appointment.id, appointment.access_token)}
      bookAgainHref={withKey(`/services/${slug}/availability`, key ?? undefined)}
      branchPage={branchPageOf(appointment.site.slug)}
    />
  )
}
