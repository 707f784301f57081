import { randomInt } from 'node:crypto'
import { type InsertQueryBuilder, type Selectable, sql, type UpdateQueryBuilder } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { type AuditActor, SELECTED_COLUMNS } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { DB, JsonObject } from '../database/types.ts'
import { type IdempotentRequest, keyWasUsed } from '../http/idempotency.ts'
import type { Call } from '../http/implement.ts'
import type { PatientRow } from '../identity/guest-links.ts'
import { tokenHash } from '../identity/token.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { bookedRows } from './appointment-rows.ts'

export type Booking = Omit<BookingRecords, 'change'> & {
  typeId: number
  reference: string
  patientId: number
  patientAddress: string
  gpSurgeryId: number | null
  notes: string
  clinicianChosen: boolean
  changeAt: (opening: Opening) => JsonObject
}

type BookingWrite = {
  appointment_type_id: number
  gp_surgery_id?: number | null | undefined
  notes: string
}

type BookedBy = {
  request: IdempotentRequest
  index?: number
  actor: AuditActor & { id: number }
  linkToken: ((reference: string) => string) | null
  clinicianChosen?: boolean
  changeAt?: Booking['changeAt']
}

export function toBooking(
  { services, source, requestId }: Call,
  patient: PatientRow,
  requested: BookingWrite,
  { request, index = 0, actor, linkToken, ...more }: BookedBy,
): Booking {
  const reference = newReference()
  return {
    typeId: requested.appointment_type_id,
    reference,
    patientId: patient.id,
    patientAddress: postalAddress(patient),
    gpSurgeryId:
      requested.gp_surgery_id === undefined ? patient.gp_surgery_id : requested.gp_surgery_id,
    notes: requested.notes,
    clinicianChosen: more.clinicianChosen ?? false,
    changeAt: more.changeAt ?? (() => ({})),
    caller: idempotentCaller(request, index),
    idempotencyKey: request.key,
    requestHash: request.hash,
    accessHash: linkToken && tokenHash(linkToken(reference)),
    accessDays: services.settings.GUEST_ACCESS_DAYS,
    actorId: actor.id,
    role: actor.role,
    source,
    requestId,
  }
}

function postalAddress(patient: PatientRow): string {
  const { address1, address2, city, county, nation, postcode } = patient
  return [address1, address2, city, county, nation, postcode].filter(Boolean).join(', ')
}

/** Keys are unique for a caller, so each appointment of a series has its own. */
const idempotentCaller = ({ caller }: IdempotentRequest, index: number) =>
  index === 0 ? caller : `${caller}:${index}`

/**
 * Books, or repeats the answer to the same key and body.
 * @param work `book` stores the key, which fails for a known one; `repeat` reads the appointments
 *   of the first request; `count` is how many.
 * @throws Refusal `conflict` for a key with another body; as `book`.
 */
export async function bookOnce<Answer>(
  db: Executor,
  request: IdempotentRequest,
  work: {
    count: number
    book: () => Promise<Answer>
    repeat: (earlier: [EarlierAppointment, ...EarlierAppointment[]]) => Promise<Answer>
  },
): Promise<Answer> {
  try {
    return await work.book()
  } catch (error) {
    const [first, ...others] = await earlierAppointments(db, request, work.count)
    if (first) return await work.repeat([first, ...others])
    explainBroken(error)
  }
}

type EarlierAppointment = { id: number; reference: string }

async function earlierAppointments(
  db: Executor,
  request: IdempotentRequest,
  count: number,
): Promise<EarlierAppointment[]> {
  if (request.key === null) return []
  const callers = Array.from({ length: count }, (_, index) => idempotentCaller(request, index))
  const earlier = await db
    .selectFrom('idempotency_key')
    .innerJoin('appointment', 'appointment.id', 'appointment_id')
    .select(['request_hash', 'appointment.id', 'appointment.reference'])
    .where('caller', 'in', callers)
    .where('key', '=', request.key)
    .execute()
  if (earlier.some(({ request_hash }) => !request_hash.equals(request.hash))) {
    throw keyWasUsed()
  }
  return earlier
}

type BookingRecords = {
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
  return bookedRows(recorded)
}

// Crockford's alphabet: no letter looks like a digit, and none makes words.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newReference(draw: (limit: number) => number = randomInt): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[draw(LETTERS.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}
