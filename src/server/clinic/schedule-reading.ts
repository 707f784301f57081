import { sql } from 'kysely'
import { actorOf, audit } from '../audit.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'

/** A schedule that stays open is read again and again: within this time that is one reading. */
const ONE_READING_MINUTES = 10

type View = {
  by: string
  from: string
  to: string
  site_id?: number | undefined
  staff_id?: number | undefined
  room_id?: number | undefined
}

/** Notes that somebody read patients' names in a schedule, unless they did so a moment ago. */
export async function scheduleRead(
  executor: Executor,
  call: SignedInCall,
  view: View,
): Promise<void> {
  const actor = actorOf(call.viewer)
  const change = JSON.parse(JSON.stringify(view)) as JsonObject
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (
      select from audit_event
      where actor_id = ${actor.id} and action = 'schedule.read'
        and at > now() - make_interval(mins => ${ONE_READING_MINUTES})
        and change = ${JSON.stringify(change)}::jsonb
    ) as "isKnown"`.execute(executor)
  if (rows[0]?.isKnown) return
  await audit(executor, call, {
    actor,
    action: 'schedule.read',
    subjectType: 'schedule',
    subjectId: 0,
    patientId: null,
    change,
  })
}
