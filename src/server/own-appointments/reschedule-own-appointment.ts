import type { Selectable } from 'kysely'
import type { Appointment } from '#lib/contract/booking.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import { rescheduleTo } from '../appointments/reschedule-appointment.ts'
import { audit } from '../audit/audit.ts'
import { type Audience, asVisitor } from '../booking/booking-rules.ts'
import { checkPatientMayChange, checkSeen } from '../booking/change-notice.ts'
import { findOpenings } from '../booking/find-openings.ts'
import { deleteHold } from '../booking/slot-holds.ts'
import { visibilityOfBooked } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint, retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Call } from '../http/implement.ts'
import { tokenHash } from '../identity/token.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { slotTaken } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import type { Finder } from './own-appointment.ts'
import { type OwnAppointmentRow, presentOwn } from './own-appointment-rows.ts'

type OwnAppointmentUpdate = OperationBody<'PUT public/appointments/{id}/'>

/** After each lost race another clinician is found, or nobody. */
const MOST_TRIES = 20
const LOST_RACES = new Set(['appointment_staff_overlap', 'appointment_room_overlap'])

/**
 * Reschedules by the rules of booking, and uses up the caller's hold of the slot.
 * @throws as the finder; Refusal `stale`; `conflict` when too late or the patient is taken;
 *   `slot_taken`, also for an appointment that the caller may not learn of.
 */
export async function rescheduleOwnAppointment(
  call: Call,
  own: Finder,
  id: number,
  requested: OwnAppointmentUpdate,
  key: string | undefined,
): Promise<Appointment> {
  const holdToken = call.headers['Slot-Hold-Token']
  const move = {
    id,
    requested,
    holder: holdToken ? tokenHash(holdToken) : null,
    audience: asVisitor(call.services, visibilityOfBooked(call.services.settings, key)),
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const { rescheduled, freed } = await retried(() =>
        call.services.db.transaction().execute((tx) => rescheduleWithin(tx, call, own, move)),
      )
      announce(call.services, rescheduled, ...freed)
      return presentOwn(rescheduled, call, own.audience)
    } catch (error) {
      const hasLostRace = LOST_RACES.has(brokenConstraint(error) ?? '')
      if (!hasLostRace || tries >= MOST_TRIES) explainBroken(error)
    }
  }
}

type Move = {
  id: number
  requested: OwnAppointmentUpdate
  holder: Buffer | null
  audience: Audience
}

/** Runs under the appointment's lock, which it takes. @throws as `rescheduleOwnAppointment`. */
export async function rescheduleWithin(
  tx: Executor,
  call: Call,
  own: Pick<Finder, 'find' | 'role'>,
  { id, requested, holder, audience }: Move,
): Promise<{ rescheduled: OwnAppointmentRow; freed: ChangedTime[] }> {
  const { settings, now } = call.services
  await own.find(tx, id)
  const before = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Finds it again under the lock, because a merge may have come first.
  const found = await own.find(tx, id)
  const { actorId, seesOthers } = found
  checkSeen(before, requested.version)
  // Addresses are not compared, so any audience will do.
  await refuseContradictions(call, () => presentOwn(found, call, 'public'))
  const start =
    requested.start === undefined ? before.starts_at.getTime() : Date.parse(requested.start)
  const siteId = requested.site_id ?? before.site_id
  if (isUnchanged(before, start, requested)) {
    return { rescheduled: await own.find(tx, id), freed: [] }
  }
  checkPatientMayChange(before, settings, now())
  const typeId = before.appointment_type_id
  const { openings } = await findOpenings(tx, audience, {
    typeId,
    start,
    agreed: { typeId, duration: before.duration, siteId: before.site_id },
    siteId,
    availabilityId: requested.availability_id ?? undefined,
    ownHold: holder,
    exceptId: id,
  })
  const released = holder ? await deleteHold(tx, holder) : []
  // Prefers the clinician whom the patient knows.
  const opening = openings.find(({ staffId }) => staffId === before.staff_id) ?? openings[0]
  const change = await rescheduleTo(tx, before, { ...opening, typeId }).catch((error: unknown) => {
    throw isPatientTaken(error) && !seesOthers ? slotTaken() : error
  })
  if (Object.keys(change).length > 0) {
    await audit(tx, call, {
      actor: { id: actorId, role: own.role },
      action: 'appointment.moved',
      subjectType: 'appointment',
      subjectId: id,
      patientId: before.patient_id,
      change,
    })
  }
  return { rescheduled: await own.find(tx, id), freed: [before, ...released] }
}

export const isPatientTaken = (error: unknown) =>
  brokenConstraint(error) === 'appointment_patient_overlap'

const isUnchanged = (
  { starts_at, site_id, availability_id }: Selectable<DB['appointment']>,
  start: number,
  requested: OwnAppointmentUpdate,
) =>
  starts_at.getTime() === start &&
  (requested.site_id ?? site_id) === site_id &&
  (statesNothing(requested) || availability_id === requested.availability_id)

const statesNothing = ({ start, site_id, availability_id }: OwnAppointmentUpdate) =>
  [start, site_id, availability_id].every((stated) => stated === undefined)
