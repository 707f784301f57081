import { sql } from 'kysely'
import type { Executor } from '#server/database/connection.ts'

/** Adds lines of every shape that there is: with and without an actor, a patient, many patients. */
export const addLines = (executor: Executor, count: number, source = 'test') =>
  sql`
    insert into audit_event
      (actor_id, actor_role, action, subject_type, subject_id, patient_id, patient_ids, change, source)
    select nullif(number % 3, 0), 'staff', 'person.updated', 'person', number,
      nullif(number % 2, 0), case when number % 5 = 0 then array[number, 7] end,
      jsonb_build_object('fields', array['city', 'mobile'], 'version', number, 'note', E'a "b"\n\\ é'),
      ${source}
    from generate_series(1, ${count}::integer) as number`.execute(executor)
