import { sql } from 'kysely'

export const isWorkingHere = sql<boolean>`(
  staff.is_active and not staff.is_deleted and person.is_active)`
