import { sql } from 'kysely'
import { formatDate } from '#lib/dates/format-date-time.ts'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import type { Executor } from '../database/connection.ts'

/** That was written for the appointment and not withdrawn, the pinned first. */
export async function letterAdvice(
  executor: Executor,
  appointmentId: number,
  timeZone: string,
): Promise<LetterContext['advice']> {
  const rows = await executor
    .selectFrom('patient_advice as advice')
    .select(['advice.advice_text', 'advice.created'])
    .select(
      sql<string[]>`array(
        select category.name from patient_advice_category as chosen
          join advice_category as category on category.id = chosen.advice_category_id
        where chosen.patient_advice_id = advice.id order by category.name)`.as('categories'),
    )
    .where('advice.appointment_id', '=', appointmentId)
    .where('advice.withdrawn_at', 'is', null)
    .where('advice.archived_at', 'is', null)
    .orderBy('advice.pinned', 'desc')
    .orderBy('advice.id')
    .execute()
  return rows.map(({ advice_text, created, categories }) => ({
    text: advice_text,
    categories: categories.join(', '),
    date: formatDate(created, timeZone),
  }))
}
