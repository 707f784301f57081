import type { z } from 'zod'
import type { AvailabilityScope, AvailabilityWrite } from '#lib/contract/availabilities.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'

/** A rule as it is sent; see `AvailabilityWrite`. */
export type SentRule = z.input<typeof AvailabilityWrite>

/** An availability as somebody has seen it, and how far a change of it is to reach. */
type Reached = {
  id: number
  version: number
  scope: AvailabilityScope
  /** `DD/MM/YYYY`, for the scopes `one` and `following`. */
  date?: string
}

/** What is to be done. */
export type AvailabilityChange =
  | { kind: 'create'; rule: SentRule }
  | ({ kind: 'change'; rule: SentRule } & Reached)
  | ({ kind: 'delete' } & Reached)

type Refused =
  | { kind: 'refused'; fields: FieldErrors }
  /** The PIN is missing, wrong, or has been tried too often: `message` says which. */
  | { kind: 'pinRefused'; message: string }
  | { kind: 'notAllowed' }
  | { kind: 'signedOut' }
  /** Somebody else has changed or deleted the availability. */
  | { kind: 'stale' }

export type CheckResult =
  | { kind: 'clear' }
  | { kind: 'orphaned'; orphaned: readonly OrphanedAppointment[] }
  | Refused

export type SaveResult =
  | { kind: 'saved' }
  /** The appointments are not those that were decided about, or a place is gone. */
  | { kind: 'outdated' }
  | Refused

export type AvailabilityEditingEvent =
  | { type: 'change.submitted'; change: AvailabilityChange; needsPin: boolean }
  | { type: 'pin.entered'; pin: string }
  | { type: 'resolutions.chosen'; resolutions: readonly Resolution[] }
  /** Back to the form. */
  | { type: 'change.dropped' }
