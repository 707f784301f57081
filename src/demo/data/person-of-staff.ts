import { sql } from 'kysely'

export const personOfStaff = (staffId: number) =>
  sql<number>`(select person_id from staff where id = ${staffId}::integer)`
