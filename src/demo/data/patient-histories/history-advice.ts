import type { Executor } from '#server/database/connection.ts'
import { lookUp } from '../look-up.ts'
import { adviceCategoryIds, insertOneAdvice } from '../patient-advice.ts'
import type { InsertedVisit } from './past-times.ts'
import type { HistoryAdvice } from './patient-history.ts'

const DAY = 86_400_000

export async function insertHistoryAdvice(
  executor: Executor,
  visits: readonly InsertedVisit[],
): Promise<void> {
  const idByCategory = await adviceCategoryIds(executor)
  for (const visit of visits) {
    for (const advice of visit.advice ?? []) {
      const categoryIds = advice.categories.map((name) => lookUp(idByCategory, name))
      await insertOneAdvice(executor, toRow(visit, advice), categoryIds)
    }
  }
}

function toRow(
  { patientId, appointmentId, personId, time }: InsertedVisit,
  { text, pinned = false, favourite = false, archivedAfter, withdrawn }: HistoryAdvice,
) {
  const changedAfter = archivedAfter ?? withdrawn?.after
  const later = new Date(time.end + (changedAfter ?? 0) * DAY)
  return {
    patient_id: patientId,
    staff_id: time.staffId,
    written_by: personId,
    appointment_id: appointmentId,
    advice_text: text,
    pinned,
    favourite,
    created: new Date(time.end),
    modified: later,
    version: changedAfter === undefined ? 1 : 2,
    ...(archivedAfter !== undefined && { archived_at: later, archived_by: personId }),
    ...(withdrawn && {
      withdrawn_at: later,
      withdrawn_by: personId,
      withdrawn_reason: withdrawn.reason,
    }),
  }
}
