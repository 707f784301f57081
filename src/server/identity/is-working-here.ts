import { sql } from 'kysely'

/** Of a row of `staff` and its `person`. */
export const isWorkingHere = sql<boolean>`(
  staff.is_active and not staff.is_deleted and person.is_active)`
