import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'

/**
 * The first place of each that no other of them takes, nor at a time when its patient is at another;
 * where there is none, nothing is chosen.
 */
export function nearestPlaces(orphaned: readonly OrphanedAppointment[]): Map<number, string> {
  const taken: Taken[] = []
  const chosen = new Map<number, string>()
  for (const { id, patient, alternatives } of orphaned) {
    const number = alternatives.findIndex(
      (place) => !taken.some((other) => collide({ ...place, patientId: patient.id }, other)),
    )
    const place = alternatives[number]
    if (!place) continue
    taken.push({ ...place, patientId: patient.id })
    chosen.set(id, String(number))
  }
  return chosen
}

type Taken = Alternative & { patientId: number }

const collide = (a: Taken, b: Taken) =>
  (a.staff_id === b.staff_id || a.room_id === b.room_id || a.patientId === b.patientId) &&
  a.start < b.end &&
  b.start < a.end
