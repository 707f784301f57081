import { sql } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { Appointment, When } from '#lib/contract/booking.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import { type AuditEntry, audit, toAuditActor } from '../audit/audit.ts'
import { checkPatientMayChange, checkSeen } from '../booking/change-notice.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import {
  appointmentToken,
  findGuest,
  findLinkedAppointment,
  opensToGuest,
} from '../identity/guest-links.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { type OwnAppointmentRow, ownRows, presentOwn } from './own-appointment-rows.ts'

type OwnAppointment = OwnAppointmentRow & {
  actorId: number
  /** A link opens one appointment alone. */
  seesOthers: boolean
}

export type Finder = {
  find: (executor: Executor, id: number) => Promise<OwnAppointment>
  role: ActorRole
  audience: 'public' | 'private'
  pageOf: (executor: Executor, row: OwnAppointment) => Promise<string>
}

/** @throws (on finding) Refusal `not_signed_in` for an unknown token, `not_found` for another's. */
export const byGuestToken = (call: Call): Finder => ({
  role: 'guest',
  audience: 'public',
  find: (executor, id) => guestsAppointment(executor, call, id),
  pageOf: async (executor, { id, reference }) => {
    const token = call.headers['Guest-User-Access-Token'] ?? ''
    // A guest's own token opens more, so it is in no address.
    const { publicUrl } = call.services.settings
    if (await findLinkedAppointment(executor, token)) return appointmentLink(publicUrl, id, token)
    const derived = appointmentToken(token, reference)
    return appointmentLink(
      publicUrl,
      id,
      (await findLinkedAppointment(executor, derived)) ? derived : null,
    )
  },
})

/** @throws (on finding) Refusal `not_found` for another's. */
export const byPerson = ({ viewer, services }: SignedInCall): Finder => ({
  role: toAuditActor(viewer).role,
  audience: 'private',
  find: async (executor, id) => {
    const row = await ownRows(executor)
      .where('appointment.id', '=', id)
      .where('appointment.patient_id', '=', viewer.personId)
      .executeTakeFirstOrThrow(() => notFound('This appointment'))
    return { ...row, actorId: viewer.personId, seesOthers: true }
  },
  pageOf: async (_executor, { id }) =>
    `${services.settings.publicUrl}/user/appointments?appointment=${id}`,
})

export function ownAppointmentRows({ services, viewer }: SignedInCall, when?: When) {
  const { db, now } = services
  return ownRows(db)
    .select('appointment.starts_at as start')
    .where('appointment.patient_id', '=', viewer.personId)
    .$if(when !== undefined, (rows) =>
      rows.where((row) => {
        const isUpcoming = row.and([
          row('appointment.status', '=', 'booked'),
          row('appointment.ends_at', '>', new Date(now())),
        ])
        return when === 'upcoming' ? isUpcoming : row.not(isUpcoming)
      }),
    )
}

export async function readOwnAppointment(
  call: Call,
  own: Finder,
  id: number,
): Promise<Appointment> {
  return presentOwn(await readOwnRow(call, own, id), call, own.audience)
}

export async function readOwnRow(call: Call, own: Finder, id: number): Promise<OwnAppointment> {
  return await call.services.db.transaction().execute(async (tx) => {
    const row = await own.find(tx, id)
    await recordedAs(tx, call, own, row, 'appointment.read')
    return row
  })
}

/** Frees its time. @throws Refusal `stale`; `conflict` when it is too late; as the finder. */
export async function cancelOwnAppointment(
  call: Call,
  own: Finder,
  id: number,
  { version, cancellation_notes }: OperationBody<'DELETE public/appointments/{id}/'>,
): Promise<Appointment> {
  const { db, now, settings } = call.services
  const row = await retried(() =>
    db.transaction().execute(async (tx) => {
      await own.find(tx, id)
      await tx.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
      // Reads again under the lock, because another cancellation may have come first.
      const row = await own.find(tx, id)
      if (row.status === 'cancelled') return row
      checkSeen(row, version)
      await refuseContradictions(call, () => presentOwn(row, call, own.audience))
      checkPatientMayChange(row, settings, now())
      await tx
        .updateTable('appointment')
        .set({
          status: 'cancelled',
          cancelled_on: sql<Date>`now()`,
          cancelled_by: row.patient_id,
          cancellation_notes,
          modified: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute()
      await recordedAs(tx, call, own, row, 'appointment.cancelled')
      return await own.find(tx, id)
    }),
  )
  announce(call.services, row)
  return presentOwn(row, call, own.audience)
}

async function guestsAppointment(
  executor: Executor,
  call: Call,
  id: number,
): Promise<OwnAppointment> {
  const token = call.headers['Guest-User-Access-Token'] ?? ''
  const link = await findLinkedAppointment(executor, token)
  if (link) return await openLinked(executor, link, id)
  const guest = await findGuest(executor, token)
  const row = await patientsAppointment(executor, id)
    .where('appointment.patient_id', '=', guest.id)
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  return { ...row, actorId: guest.id, seesOthers: true }
}

/** @throws Refusal `not_found` where the link does not open this appointment. */
export async function appointmentByLink(
  executor: Executor,
  token: string,
  id: number,
): Promise<OwnAppointment> {
  const link = await findLinkedAppointment(executor, token)
  if (!link) throw notFound('This appointment')
  return await openLinked(executor, link, id)
}

/**
 * Names the person as when the link was issued. While their record is merged, it leaves out what
 * the clinic added, which may concern the other person (docs/decisions/0037).
 */
async function openLinked(
  executor: Executor,
  { appointment_id, issued_to, issued_name }: LinkedAppointment,
  id: number,
): Promise<OwnAppointment> {
  if (appointment_id !== id) throw notFound('This appointment')
  // Asked in the same statement as the row, because a merge may come between two.
  const { stands_alone, ...row } = await patientsAppointment(executor, id)
    .innerJoin('person', (join) => join.on('person.id', '=', issued_to))
    .select(opensToGuest.as('stands_alone'))
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  return {
    ...row,
    ...(!stands_alone && {
      notes: '',
      outcomes: [],
      gp_surgery_id: null,
      forms: { due: 0, in_progress: 0, submitted: 0 },
    }),
    patient_person_id: issued_to,
    patient_name: issued_name,
    actorId: issued_to,
    seesOthers: false,
  }
}

const patientsAppointment = (executor: Executor, id: number) =>
  ownRows(executor).where('appointment.id', '=', id).where('patient.is_active', '=', true)

async function recordedAs(
  executor: Executor,
  call: Call,
  own: Finder,
  row: Pick<OwnAppointment, 'id' | 'actorId' | 'patient_id'>,
  action: AuditAction,
  change: AuditEntry['change'] = {},
) {
  await audit(executor, call, {
    actor: { id: row.actorId, role: own.role },
    action,
    subjectType: 'appointment',
    subjectId: row.id,
    patientId: row.patient_id,
    change,
  })
}

/**
 * Notes whether the patient will come, for the start that they were shown. It changes nothing else.
 * @throws Refusal `stale` at another start; `conflict` once it started or is not booked; as the finder.
 */
export async function answerAttendance(
  call: Call,
  own: Finder,
  id: number,
  { is_coming, start }: { is_coming: boolean; start: string },
): Promise<Appointment> {
  const { db, now } = call.services
  const row = await retried(() =>
    db.transaction().execute(async (tx) => {
      await own.find(tx, id)
      await tx.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
      const found = await own.find(tx, id)
      const { status, starts_at } = found
      if (status !== 'booked' || starts_at.getTime() <= now()) {
        throw new Refusal('conflict', 'This appointment is no longer to come.')
      }
      if (starts_at.getTime() !== Date.parse(start)) {
        throw new Refusal('stale', 'This appointment was moved since you opened it.')
      }
      await refuseContradictions(call, () => presentOwn(found, call, own.audience))
      const answer = { is_coming, starts_at, answered: new Date(now()) }
      await tx
        .insertInto('attendance_answer')
        .values({ appointment_id: id, ...answer })
        .onConflict((conflict) => conflict.column('appointment_id').doUpdateSet(answer))
        .execute()
      await recordedAs(tx, call, own, found, 'appointment.attendance_answered', { is_coming })
      return await own.find(tx, id)
    }),
  )
  announce(call.services, row)
  return presentOwn(row, call, own.audience)
}

type LinkedAppointment = NonNullable<Awaited<ReturnType<typeof findLinkedAppointment>>>
