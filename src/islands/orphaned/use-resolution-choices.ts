import { useState } from 'react'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type {
  Alternative,
  OrphanedAppointment,
  Resolution,
} from '#lib/contract/orphaned-appointments.ts'
import { toNotification } from '../appointments/notify-patient.ts'

/** What else can be chosen than a place. */
export const choiceOtherThanPlace = { keep: 'keep', cancel: 'cancel', ask: 'ask' } as const
const { keep: KEEP, cancel: CANCEL, ask: ASK } = choiceOtherThanPlace

/** By appointment: one of these, or the number of a place in its alternatives. */
type ResolutionChoices = ReadonlyMap<number, string>

/**
 * What is chosen for each orphaned appointment; nothing (`''`) at first.
 * @param outdated resolutions from before, of which those are chosen again that still hold
 */
export function useResolutionChoices(
  orphaned: readonly OrphanedAppointment[],
  outdated: readonly Resolution[] | null,
) {
  const [choices, setChoices] = useState(() => choicesThatHold(outdated ?? [], orphaned))
  return {
    findChoice: ({ id }: OrphanedAppointment) => choices.get(id) ?? '',
    /** Is undefined where it is kept, cancelled or not decided. */
    findAlternative: (one: OrphanedAppointment) => findChosenAlternative(choices, one),
    /** Finds an appointment before it whose chosen place it cannot be beside. */
    findClash: (one: OrphanedAppointment) => findAlternativeClash(choices, one, orphaned),
    choose: (one: OrphanedAppointment, choice: string) =>
      setChoices(new Map(choices).set(one.id, choice)),
    chooseForAll: (choiceFor: (one: OrphanedAppointment) => string) =>
      setChoices(new Map(orphaned.map((one) => [one.id, choiceFor(one)]))),
    chooseNearest: () => setChoices(nearestPlaces(orphaned)),
    toResolution: (one: OrphanedAppointment, notification: NotifyPatient) =>
      toResolution(choices, one, notification),
  }
}

export const isOfDeceased = ({ reasons }: OrphanedAppointment) =>
  reasons.includes('patient_deceased')

const findChosenAlternative = (
  choices: ResolutionChoices,
  { id, alternatives }: OrphanedAppointment,
) => alternatives[Number(choices.get(id) ?? Number.NaN)]

/**
 * Chooses the first place of each that no other of them takes, nor at a time when its patient is at
 * another, nor with the clinician who is away; where there is none, nothing is chosen.
 */
function nearestPlaces(orphaned: readonly OrphanedAppointment[]): ResolutionChoices {
  const chosen = new Map<number, string>()
  for (const one of orphaned) {
    const number = one.alternatives.findIndex(
      (place) =>
        !place.with_absent_clinician && !findAlternativeClash(chosen, one, orphaned, place),
    )
    if (number >= 0) chosen.set(one.id, String(number))
  }
  return chosen
}

function findAlternativeClash(
  choices: ResolutionChoices,
  one: OrphanedAppointment,
  orphaned: readonly OrphanedAppointment[],
  place = findChosenAlternative(choices, one),
): OrphanedAppointment | undefined {
  if (!place) return undefined
  return orphaned.slice(0, orphaned.indexOf(one)).find((other) => {
    const taken = findChosenAlternative(choices, other)
    const isSamePatient = other.patient.id === one.patient.id
    return taken !== undefined && collide(place, taken, isSamePatient)
  })
}

const collide = (a: Alternative, b: Alternative, isSamePatient: boolean) =>
  (a.staff_id === b.staff_id || a.room_id === b.room_id || isSamePatient) &&
  a.start < b.end &&
  b.start < a.end

function toResolution(
  choices: ResolutionChoices,
  one: OrphanedAppointment,
  notification: NotifyPatient,
): Resolution {
  const about = { appointment_id: one.id, version: one.version }
  const choice = choices.get(one.id)
  if (choice === CANCEL) {
    const cancellation_notes = isOfDeceased(one)
      ? 'The patient has died.'
      : 'The hours of the clinic have changed.'
    return { action: 'cancel', ...about, cancellation_notes, ...toNotification(notification) }
  }
  if (choice === ASK) return { action: 'ask', ...about }
  const place = findChosenAlternative(choices, one)
  if (!place) return { action: 'keep', ...about }
  const { start, staff_id, room_id } = place
  return {
    action: 'reschedule',
    ...about,
    start,
    staff_id,
    room_id,
    ...toNotification(notification),
  }
}

/** They hold while the appointment is as it was and its place free. */
function choicesThatHold(
  resolutions: readonly Resolution[],
  orphaned: readonly OrphanedAppointment[],
): ResolutionChoices {
  return new Map(
    orphaned.flatMap((one) => {
      const before = resolutions.find(
        ({ appointment_id, version }) => appointment_id === one.id && version === one.version,
      )
      const choice = before && findChoice(before, one)
      return choice === undefined ? [] : [[one.id, choice] as const]
    }),
  )
}

function findChoice(resolution: Resolution, one: OrphanedAppointment): string | undefined {
  if (resolution.action === 'keep') return KEEP
  if (resolution.action === 'ask') return ASK
  if (resolution.action === 'cancel') return one.may_cancel ? CANCEL : undefined
  const number = one.alternatives.findIndex(
    ({ start, staff_id, room_id }) =>
      start === resolution.start &&
      staff_id === resolution.staff_id &&
      room_id === resolution.room_id,
  )
  return number < 0 ? undefined : String(number)
}
