import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withKey } from '#lib/catalogue/secret-key.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { appointmentLink } from './access-token.ts'
import { appointmentKey } from './appointment-key.ts'
import { headings } from './booking-steps.ts'
import { branchPageOf } from './branch-of-site.ts'
import type { StepProps } from './step-props.ts'
import { BookingConfirmation } from './views/BookingConfirmation.tsx'

/**
 * It is booked. A guest's link to it carries its own token, which opens nothing else of theirs;
 * whoever is signed in needs none.
 */
export default function BookedStep({ snapshot, outside, settings }: StepProps) {
  const { appointmentId } = snapshot.context
  const appointment = useQueryClient().getQueryData<Appointment & { access_token?: string }>(
    appointmentKey(appointmentId ?? 0),
  )
  useEffect(() => {
    document.title = `${settings.productName} – ${headings.booked}`
  }, [settings])
  if (!appointment) return null
  const { slug, key } = outside
  const { id, access_token: token } = appointment
  return (
    <BookingConfirmation
      appointment={appointment}
      timeZone={settings.timeZone}
      productName={settings.productName}
      manageUrl={appointmentLink(settings.publicUrl, id, token ?? null)}
      isOpenToAll={token !== undefined}
      bookAgainHref={withKey(`/services/${slug}/availability`, key ?? undefined)}
      branchPage={branchPageOf(appointment.site.slug)}
    />
  )
}
