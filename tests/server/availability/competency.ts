import type { Database } from '#server/database/connection.ts'

/** Makes a type require a competency that a clinician holds until a day. @returns the record's id. */
export async function addCompetency(
  db: Database,
  typeId: number,
  staffId: number,
  expiresAt: string,
): Promise<number> {
  const competency = await db
    .insertInto('competency')
    .values({ name: `Competency of type ${typeId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('appointment_type_competency')
    .values({ appointment_type_id: typeId, competency_id: competency.id })
    .execute()
  const { id } = await db
    .insertInto('staff_competency')
    .values({
      staff_id: staffId,
      competency_id: competency.id,
      issued_at: '2020-01-01',
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
