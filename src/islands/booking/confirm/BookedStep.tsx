import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withServiceQuery } from '#lib/catalogue/service-query.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import { appointmentKey } from '../../own-appointments/appointment/appointment-key.ts'
import { calendarAddress } from '../../own-appointments/appointment/own-appointment-calls.ts'
import { headings } from '../booking-steps.ts'
import { useBooking } from '../use-booking.ts'
import { stepDepth } from '../use-step-history.ts'
import { BookingConfirmation } from './BookingConfirmation.tsx'

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
