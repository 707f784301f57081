import type { ActorRefFrom } from 'xstate'
import type { PublicSettings } from '#lib/public-settings.ts'
import type { bookingMachine } from '#machines/booking/booking.machine.ts'
import type { BookingDeps } from './booking.actors.ts'
import type { BookingSnapshot, Screen } from './booking-steps.ts'
import type { SiteAddresses } from './place-of.ts'

/** What every step of the booking works with. */
export type StepProps = {
  actor: ActorRefFrom<typeof bookingMachine>
  snapshot: BookingSnapshot
  deps: BookingDeps
  settings: PublicSettings
  screen: Screen
  /** `duration` is in minutes. */
  service: { name: string; duration: number }
  prebookingInfo: string
  addresses: SiteAddresses
}
