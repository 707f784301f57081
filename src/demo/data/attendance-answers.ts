import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

const ASKED_DAYS = 3

/** Many patients of the next days say that they come, and a few that they cannot. */
export async function insertAttendanceAnswers(executor: Executor, now: number): Promise<void> {
  const at = new Date(now)
  await sql`
    insert into attendance_answer (appointment_id, starts_at, is_coming, answered)
    select id, starts_at, id % 9 <> 0, ${at}::timestamptz - make_interval(mins => id % 600)
    from appointment
    where status = 'booked' and starts_at > ${at}
      and starts_at < ${at}::timestamptz + make_interval(days => ${ASKED_DAYS}) and id % 3 = 0
  `.execute(executor)
}
