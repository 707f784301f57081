import type { Database } from '#server/database/connection.ts'
import { insertRow } from '../rows.ts'

let sequence = 0

/** A competency that a clinician holds `from` one day `to` another (plain dates; null for ever). */
export async function addStaffCompetency(
  db: Database,
  staffId: number,
  { from, to, competencyId }: { from: string; to: string | null; competencyId?: number },
) {
  sequence += 1
  const competency =
    competencyId ?? (await insertRow(db, 'competency', { name: `Competency ${sequence}` })).id
  return await insertRow(db, 'staff_competency', {
    staff_id: staffId,
    competency_id: competency,
    issued_at: from,
    expires_at: to,
  })
}
