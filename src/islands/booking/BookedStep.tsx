import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BRANCHES } from '#lib/branches.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { appointmentKey } from './appointment-key.ts'
import { headings } from './booking-steps.ts'
import type { StepProps } from './step-props.ts'
import { BookingConfirmation } from './views/BookingConfirmation.tsx'

/** It is booked. The link to it carries the guest's token in its fragment, which no server sees. */
export default function BookedStep({ snapshot, outside, settings }: StepProps) {
  const { appointmentId } = snapshot.context
  const appointment = useQueryClient().getQueryData<Appointment>(appointmentKey(appointmentId ?? 0))
  const guest = outside.session.read()
  useEffect(() => {
    document.title = `${settings.productName} – ${headings.booked}`
  }, [settings])
  if (!appointment) return null
  const branch = BRANCHES.find(({ slug }) => slug === appointment.site.slug)
  const access = new URLSearchParams({ access: guest?.guest_access_token ?? '' })
  return (
    <BookingConfirmation
      appointment={appointment}
      timeZone={settings.timeZone}
      productName={settings.productName}
      manageUrl={`${settings.publicUrl}/appointments/${appointment.id}#${access}`}
      {...(branch && { branchHref: `/contact-details/${branch.slug}` })}
      {...(guest && { email: guest.email })}
    />
  )
}
