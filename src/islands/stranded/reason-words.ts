import type { StrandedReason } from '#lib/contract/stranded.ts'

/** Why an appointment needs attention, in words for people. */
export const reasonWords: Record<StrandedReason, string> = {
  outside_hours: 'The clinician has no hours in this room at that time any more.',
  type_not_offered: 'The clinician does not offer this appointment type at that time any more.',
  competency_missing: 'The clinician lacks a competency that is valid on that day.',
  staff_inactive: 'The clinician does not work here any more.',
  room_withdrawn: 'The room is out of use.',
  type_disabled: 'This appointment type cannot be booked any more.',
  patient_deceased: 'The patient has died.',
}
