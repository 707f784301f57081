import { sql } from 'kysely'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint } from '../database/failures.ts'
import type { UserRow } from '../people/user-rows.ts'
import { personAnonymised, Refusal } from '../refusals/refusal.ts'

const MOST_CLASHES = 10

export async function mergeProblems(
  executor: Executor,
  kept: UserRow,
  merged: UserRow,
  { timeZone, seesAppointments }: { timeZone: string; seesAppointments: boolean },
): Promise<string[]> {
  const problems: string[] = []
  if (kept.staff && merged.staff) {
    problems.push(
      `Both ${kept.full_name} and ${merged.full_name} have a staff record with its own competencies and appointments. Only one of the two can have a staff record.`,
    )
  }
  const { rows } = await sql<{ at: Date; own: string; other: string }>`
    select greatest(own.starts_at, other.starts_at) as at, own_type.name as own,
      other_type.name as other
    from appointment as own
      join appointment as other on own.during && other.during
      join appointment_type as own_type on own_type.id = own.appointment_type_id
      join appointment_type as other_type on other_type.id = other.appointment_type_id
    where own.patient_id = ${kept.id} and other.patient_id = ${merged.id}
      and own.status <> 'cancelled' and other.status <> 'cancelled'
    order by 1, own.id, other.id
    limit ${MOST_CLASHES}`.execute(executor)
  if (rows.length > 0 && !seesAppointments) {
    problems.push(
      'Both have appointments at the same time. Ask somebody who can see appointments to move or cancel one of them first.',
    )
    return problems
  }
  for (const { at, own, other } of rows) {
    problems.push(
      `Both have an appointment at the same time, at ${formatDateTime(at.toISOString(), timeZone)}: ${own} and ${other}. Move or cancel one of them first.`,
    )
  }
  return problems
}

/**
 * It covers constraints that nobody thought of.
 * @throws Refusal `conflict`; any other error as it is.
 */
export function explainMergeBroken(error: unknown): never {
  const constraint = brokenConstraint(error)
  if (constraint === 'person_username_key') {
    throw new Refusal('conflict', 'Somebody else has this username now.', { cause: error })
  }
  if (constraint === 'person_anonymised_stays') throw personAnonymised()
  if (constraint !== null) {
    throw new Refusal(
      'conflict',
      'Both records have an entry that only one of them can have. Change one of them first.',
      { cause: error },
    )
  }
  throw error
}
