import type { Database } from '#server/database/connection.ts'
import { insertRow } from '../rows.ts'

let sequence = 0

type Held = { from?: string; to?: string | null; competencyId?: number; neededBy?: number }

/**
 * A competency, another one unless it is given, that a clinician holds `from` one day `to` another
 * (plain dates; null for ever), and that a type needs if one is named.
 */
export async function addStaffCompetency(
  db: Database,
  staffId: number,
  { from = '2020-01-01', to = null, competencyId, neededBy }: Held = {},
) {
  sequence += 1
  const competency_id =
    competencyId ?? (await insertRow(db, 'competency', { name: `Competency ${sequence}` })).id
  if (neededBy !== undefined) {
    const needed = { appointment_type_id: neededBy, competency_id }
    await insertRow(db, 'appointment_type_competency', needed)
  }
  const dates = { issued_at: from, expires_at: to }
  return await insertRow(db, 'staff_competency', { staff_id: staffId, competency_id, ...dates })
}
