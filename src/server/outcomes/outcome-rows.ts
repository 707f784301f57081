import { type InferResult, sql } from 'kysely'
import { hasLetter } from '../booking/appointment-rows.ts'
import type { Executor } from '../database/connection.ts'

/** The newest comes first. `keep_outcome_version` stores each version of an outcome. */
export const recordedOutcomeRows = (executor: Executor, appointmentId: number) =>
  executor
    .selectFrom('appointment_outcome_given as given')
    .innerJoin('appointment_outcome_version as kept', (join) =>
      join
        .onRef('kept.appointment_outcome_id', '=', 'given.appointment_outcome_id')
        .onRef('kept.edition', '=', 'given.edition')
        .onRef('kept.subversion', '=', 'given.subversion'),
    )
    .innerJoin('appointment_outcome as outcome', 'outcome.id', 'given.appointment_outcome_id')
    .leftJoin('person as giver', 'giver.id', 'given.given_by')
    .leftJoin('person as ender', 'ender.id', 'given.ended_by')
    .leftJoin('appointment_outcome_given as later', 'later.replaces', 'given.id')
    .where('given.appointment_id', '=', appointmentId)
    .select([
      'given.id',
      'given.appointment_outcome_id as outcome_id',
      'given.given',
      'given.reason',
      'given.replaces',
      'given.ended',
      'given.withdrawn_reason',
      'given.edition',
      'given.subversion',
      'giver.full_name as given_by_name',
      'ender.full_name as ended_by_name',
      'later.id as replaced_by',
      'kept.name',
      'kept.template_code',
      'kept.template_path',
      hasLetter.as('has_letter'),
      sql<boolean>`(outcome.edition, outcome.subversion) <> (given.edition, given.subversion)`.as(
        'is_outdated',
      ),
    ])
    .orderBy('given.id', 'desc')

export const recordedLetterRows = (executor: Executor, appointmentId: number) =>
  recordedOutcomeRows(executor, appointmentId).select('given.issued')

export type RecordedLetterRow = InferResult<ReturnType<typeof recordedLetterRows>>[number]
