import { type InsertQueryBuilder, type Selectable, sql, type UpdateQueryBuilder } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import { SELECTED_COLUMNS } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { appointmentRows } from './appointment-rows.ts'

export type BookingRecords = {
  idempotencyKey: string | null
  caller: string
  requestHash: Buffer
  accessHash: Buffer | null
  accessDays: number
  actorId: number
  role: ActorRole
  change: string
  source: string
  requestId: string
}

type Row = Selectable<DB['appointment']>

/** Records what `write` writes in the same statement, and reads the appointment as presented. */
export function withRecords(
  executor: Executor,
  write:
    | InsertQueryBuilder<DB, 'appointment', Row>
    | UpdateQueryBuilder<DB, 'appointment', 'appointment', Row>,
  records: BookingRecords,
) {
  const recorded = executor
    .with('appointment', () => write)
    .with('idempotent', (also) =>
      also
        .insertInto('idempotency_key')
        .columns(['caller', 'key', 'request_hash', 'appointment_id'])
        .expression((from) =>
          from
            .selectFrom('appointment')
            .select([
              sql<string>`${records.caller}::text`.as('caller'),
              sql<string>`${records.idempotencyKey}::text`.as('key'),
              sql<Buffer>`${records.requestHash}::bytea`.as('request_hash'),
              'appointment.id',
            ])
            .where(sql<boolean>`${records.idempotencyKey}::text is not null`),
        ),
    )
    .with('opened', (also) =>
      also
        .insertInto('appointment_access')
        .columns([
          'token_hash',
          'appointment_id',
          'issued_to',
          'issued_name',
          'issued_last_name',
          'issued_dob',
          'expires_at',
        ])
        .expression((from) =>
          from
            .selectFrom('appointment')
            .innerJoin('person', 'person.id', 'appointment.patient_id')
            .select([
              sql<Buffer>`${records.accessHash}::bytea`.as('token_hash'),
              'appointment.id as appointment_id',
              'person.id as issued_to',
              'person.full_name as issued_name',
              'person.last_name as issued_last_name',
              'person.dob as issued_dob',
              sql<Date>`appointment.ends_at + make_interval(days => ${records.accessDays})`.as(
                'expires_at',
              ),
            ])
            .where(sql<boolean>`${records.accessHash}::bytea is not null`),
        ),
    )
    .with('audited', (also) =>
      also
        .insertInto('audit_event')
        .columns(SELECTED_COLUMNS)
        .expression((from) =>
          from
            .selectFrom('appointment')
            .select([
              sql<number>`${records.actorId}::integer`.as('actor_id'),
              sql<string>`${records.role}::text`.as('actor_role'),
              sql<string>`'appointment.booked'`.as('action'),
              sql<string>`'appointment'`.as('subject_type'),
              'appointment.id as subject_id',
              'appointment.patient_id',
              sql<string>`${records.change}::jsonb`.as('change'),
              sql<string>`${records.source}::text`.as('source'),
              sql<string>`${records.requestId}::text`.as('request_id'),
            ]),
        ),
    )
  return appointmentRows(recorded)
}
