import { sql } from 'kysely'

/** The user whom a staff record is of. */
export const personOfStaff = (staffId: number) =>
  sql<number>`(select person_id from staff where id = ${staffId}::integer)`
