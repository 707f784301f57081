import type { Executor } from '../database/connection.ts'

/**
 * Locks occurrences whose clinician and room are in use until the transaction ends. Changes of
 * availability, rooms and clinicians either wait for this lock, or this finds nothing.
 */
export const lockOccurrences = (executor: Executor) =>
  executor
    .selectFrom('availability_occurrence as occurrence')
    .innerJoin('room', 'room.id', 'occurrence.room_id')
    .innerJoin('staff', 'staff.id', 'occurrence.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .where('room.is_active', '=', true)
    .where('staff.is_active', '=', true)
    .where('staff.is_deleted', '=', false)
    .where('clinician.is_active', '=', true)
    .forShare()
