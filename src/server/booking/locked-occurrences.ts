import type { Executor } from '../database/connection.ts'

/**
 * Occurrences whose clinician and room are still in use, locked until the transaction ends. A change
 * of an availability deletes its occurrences first, and withdrawing a room or a clinician changes
 * their rows before it looks for appointments: either waits for this lock, or this finds nothing.
 */
export const lockedOccurrences = (executor: Executor) =>
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
