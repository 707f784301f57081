import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { checkMay } from './schedule-scope.ts'
import { newToken, tokenHash } from './token.ts'

/*
 * A guest's token opens the guest's own record. The link of an appointment opens that appointment,
 * the link of a waiting-list entry that entry; both open nothing of a record that was merged since
 * (docs/decisions/0037, 0102).
 */

export async function grantGuestAccess(executor: Executor, personId: number, days: number) {
  const token = newToken()
  await executor
    .insertInto('guest_access')
    .values({
      token_hash: tokenHash(token),
      person_id: personId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
  return token
}

export async function findGuest(executor: Executor, token: string | undefined) {
  const guest = token
    ? await guestWith(executor, tokenHash(token)).selectAll('person').executeTakeFirst()
    : undefined
  if (!guest) throw noGuest()
  return asDeclared(guest)
}

const NOT_DECLARED = {
  address: { address1: '', address2: '', city: '', county: '', nation: '', postcode: '' },
  nhs_number: { nhs_number: '' },
  gp_surgery: { gp_surgery_id: null },
} as const

/** Leaves out what staff entered, because the token's holder never said it. */
export function asDeclared<Row extends { unverified: readonly string[] }>(row: Row): Row {
  const fields = Object.keys(NOT_DECLARED) as (keyof typeof NOT_DECLARED)[]
  const withheld = fields.filter((field) => !row.unverified.includes(field))
  return Object.assign({ ...row }, ...withheld.map((field) => NOT_DECLARED[field]))
}

export const PATIENT_COLUMNS = [
  'person.id',
  'person.address1',
  'person.address2',
  'person.city',
  'person.county',
  'person.nation',
  'person.postcode',
  'person.gp_surgery_id',
] as const

const patientStatement = fixedStatement((executor, values: { tokenHash: Buffer }) =>
  guestWith(executor, values.tokenHash).select(PATIENT_COLUMNS).select('person.unverified'),
)

export async function findGuestPatient(executor: Executor, token: string): Promise<PatientRow> {
  const values = { tokenHash: tokenHash(token) }
  const [patient] = (await executor.executeQuery(patientStatement(executor, values))).rows
  if (!patient) throw noGuest()
  return asDeclared(patient)
}

const guestWith = (executor: Executor, hash: Buffer) =>
  executor
    .selectFrom('guest_access')
    .innerJoin('person', 'person.id', 'guest_access.person_id')
    .where('guest_access.token_hash', '=', hash)
    .where('guest_access.expires_at', '>', sql<Date>`now()`)
    .where(opensToGuest)

/**
 * A row of `person` that guest tokens open: an active guest that is not merged, because the holder
 * proved nothing about the other person (docs/decisions/0037).
 */
export const opensToGuest = sql<boolean>`person.is_guest and person.is_active
  and not person.is_staff and not person.is_superuser
  and not exists (select from person_merge where kept_id = person.id and undone_at is null)`

const noGuest = () => new Refusal('not_signed_in', 'This link or session is no longer valid.')

export type PatientRow = Pick<
  GuestRow,
  'id' | 'address1' | 'address2' | 'city' | 'county' | 'nation' | 'postcode' | 'gp_surgery_id'
>

export type GuestRow = Awaited<ReturnType<typeof findGuest>>

/** Derived from the guest's token, so that a repeated request gets the same; it reveals nothing. */
export function appointmentToken(guestToken: string, reference: string): string {
  return createHmac('sha256', guestToken).update(`appointment ${reference}`).digest('base64url')
}

/** A link in a message works this long after the appointment, or after the message if that is later. */
export const SENT_LINK_DAYS = 7

/**
 * A row of `appointment_access` (as `link`) that still opens: one in a message is replaced by the
 * next message about the appointment to the same address (docs/decisions/0102). `end_sent_links`
 * deletes links to an address that the patient no longer has.
 */
export const isOpenLink = sql<boolean>`(link.expires_at > now() and (link.channel is null
  or not exists (
    select from message as later
    where later.appointment_id = link.appointment_id and later.recipient = link.sent_to
      and later.state = 'sent' and later.sent > link.made
      and later.id is distinct from link.message_id)))`

export async function findLinkedAppointment(executor: Executor, token: string) {
  return await executor
    .selectFrom('appointment_access as link')
    .innerJoin('person', 'person.id', 'link.issued_to')
    .where('link.token_hash', '=', tokenHash(token))
    .where(isOpenLink)
    .select([
      'link.appointment_id',
      'link.issued_to',
      'link.issued_name',
      opensToGuest.as('stands_alone'),
    ])
    .executeTakeFirst()
}

export async function findLinkedEntry(executor: Executor, token: string) {
  return await executor
    .selectFrom('waiting_list_access')
    .select(['entry_id', 'issued_to'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

async function deleteLinks(
  tx: Executor,
  of: { appointmentId: number; patientId: number | null } | { personId: number },
): Promise<number> {
  const [ofAppointment, ofEntry, ofGuest] =
    'appointmentId' in of
      ? [
          sql`appointment.id = ${of.appointmentId}`,
          sql`entry.appointment_id = ${of.appointmentId}`,
          sql`person_id = ${of.patientId}`,
        ]
      : [
          sql`${of.personId} in (link.issued_to, appointment.patient_id)`,
          sql`${of.personId} in (link.issued_to, entry.patient_id)`,
          sql`person_id = ${of.personId}`,
        ]
  const { rows } = await sql<{ ended: number }>`
    with appointments as (
      delete from appointment_access as link using appointment
      where appointment.id = link.appointment_id and ${ofAppointment} returning 1),
    entries as (
      delete from waiting_list_access as link using waiting_list_entry as entry
      where entry.id = link.entry_id and ${ofEntry} returning 1),
    guests as (delete from guest_access where ${ofGuest} returning 1)
    select ((select count(*) from appointments) + (select count(*) from entries)
      + (select count(*) from guests))::integer as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Lists a sentence for each person. */
export async function tokensThatStop(
  executor: Executor,
  people: readonly { id: number; full_name: string; is_guest: boolean }[],
): Promise<string[]> {
  const rows = await executor
    .selectFrom('guest_access')
    .select('person_id')
    .distinct()
    .where(sql<boolean>`person_id = any(${people.map(({ id }) => id)}::integer[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  const holders = people.filter(
    (person) => person.is_guest && rows.some(({ person_id }) => person_id === person.id),
  )
  return holders.map(
    ({ full_name, id }) =>
      `${full_name} (number ${id}) booked without an account and will have to enter their details again. Links to single appointments keep working.`,
  )
}

/**
 * Deletes guest tokens of a record that stands alone again if anything was recorded since the
 * merge, because that may concern the other person.
 */
export async function dropTokensWithMoreAccess(
  executor: Executor,
  keptId: number,
  mergedAt: Date,
): Promise<void> {
  await sql`
    delete from guest_access
    where person_id = ${keptId} and exists (
      select from audit_event
      where patient_id = ${keptId} and at >= ${mergedAt}
        and action !~ '^session[.]|[.](read|listed|exported)$'
        and action not in ('person.merged', 'person.merge_undone'))`.execute(executor)
}

/**
 * Ends links that the kept person was sent, while records were merged, to what is the other's again:
 * their holder would read and cancel it.
 */
export async function endLinksToOthers(
  tx: Executor,
  keptId: number,
  mergedId: number,
): Promise<void> {
  await sql`
    with entries as (
      delete from waiting_list_access as link using waiting_list_entry as entry
      where entry.id = link.entry_id and entry.patient_id = ${mergedId}
        and link.issued_to = ${keptId})
    delete from appointment_access as link using appointment
    where appointment.id = link.appointment_id and appointment.patient_id = ${mergedId}
      and link.issued_to = ${keptId}`.execute(tx)
}

type Ended = { ended: number }

/**
 * Links in messages and those that were shown. A guest who has the appointment comes back by a new
 * link alone.
 * @throws Refusal `not_found`, `not_allowed`.
 */
export async function endAppointmentLinks(call: SignedInCall, id: number): Promise<Ended> {
  return await call.services.db.transaction().execute(async (tx) => {
    const appointment = await tx
      .selectFrom('appointment')
      .select(['patient_id', 'staff_id'])
      .where('id', '=', id)
      .where('status', '<>', 'held')
      .executeTakeFirstOrThrow(() => notFound('This appointment'))
    checkMay(call, 'appointment.change', appointment.staff_id)
    const ended = await deleteLinks(tx, { appointmentId: id, patientId: appointment.patient_id })
    await auditByViewer(tx, call, {
      action: 'appointment.links_ended',
      subjectType: 'appointment',
      subjectId: id,
      patientId: appointment.patient_id,
      change: { ended },
    })
    return { ended }
  })
}

/**
 * The same of all appointments and places on the waiting list of a person; what opens a guest's own
 * record ends, too.
 * @throws Refusal `not_found`.
 */
export async function endPersonLinks(call: SignedInCall, id: number): Promise<Ended> {
  return await call.services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('This user'))
    const ended = await deleteLinks(tx, { personId: id })
    await auditByViewer(tx, call, {
      action: 'person.links_ended',
      subjectType: 'person',
      subjectId: id,
      patientId: id,
      change: { ended },
    })
    return { ended }
  })
}
