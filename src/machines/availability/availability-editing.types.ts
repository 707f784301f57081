import type { z } from 'zod'
import type { AvailabilityScope, AvailabilityWrite } from '#lib/contract/availabilities.ts'
import type { Rejection } from '../orphaned/change-saving.machine.ts'

export type SentRule = z.input<typeof AvailabilityWrite>

type Reached = {
  id: number
  version: number
  scope: AvailabilityScope
  date?: string
}

export type AvailabilityChange =
  | { kind: 'create'; rule: SentRule }
  | ({ kind: 'change'; rule: SentRule } & Reached)
  | ({ kind: 'delete' } & Reached)

export type AvailabilityRejection = Extract<
  Rejection,
  { kind: 'refused' | 'pinRefused' | 'notAllowed' | 'signedOut' | 'stale' }
>

export type ProvenChange = { change: AvailabilityChange; pin: string | null }

export type AvailabilityEditingEvent =
  | { type: 'change.submitted'; change: AvailabilityChange; needsPin: boolean }
  | { type: 'pin.entered'; pin: string }
  | { type: 'pin.dropped' }
