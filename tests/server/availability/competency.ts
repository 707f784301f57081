import type { Database } from '#server/database/connection.ts'
import { insertRow } from '../rows.ts'

/** Makes a type require a competency that a clinician holds until a day. @returns the record's id. */
export async function addCompetency(
  db: Database,
  typeId: number,
  staffId: number,
  expiresAt: string,
): Promise<number> {
  const competency = await insertRow(db, 'competency', { name: `Competency of type ${typeId}` })
  await insertRow(db, 'appointment_type_competency', {
    appointment_type_id: typeId,
    competency_id: competency.id,
  })
  const { id } = await insertRow(db, 'staff_competency', {
    staff_id: staffId,
    competency_id: competency.id,
    issued_at: '2020-01-01',
    expires_at: expiresAt,
  })
  return id
}
