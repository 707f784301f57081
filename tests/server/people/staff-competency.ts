import type { Database } from '#server/database/connection.ts'

let sequence = 0

/** A competency that a clinician holds `from` one day `to` another (plain dates; null for ever). */
export async function addStaffCompetency(
  db: Database,
  staffId: number,
  { from, to, competencyId }: { from: string; to: string | null; competencyId?: number },
) {
  sequence += 1
  const competency =
    competencyId ??
    (
      await db
        .insertInto('competency')
        .values({ name: `Competency ${sequence}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return await db
    .insertInto('staff_competency')
    .values({ staff_id: staffId, competency_id: competency, issued_at: from, expires_at: to })
    .returningAll()
    .executeTakeFirstOrThrow()
}
