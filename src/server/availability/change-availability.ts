import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { statedFields } from '#lib/contract/stored-fields.ts'
import type { Occurrence } from '#lib/scheduling/recurrence.ts'
import type { Reach } from '#lib/scheduling/rule-change.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { JsonObject } from '../database/types.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'
import { orphanedByChange } from '../orphaned/find-orphaned.ts'
import {
  cancelResolved,
  checkResolved,
  keepResolutionIds,
  keepUnchanged,
  rescheduleResolved,
  resolvedTimes,
} from '../orphaned/resolutions.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { admitActing, checkMaySelect, checkMaySelectRoom } from './availability-access.ts'
import {
  type AvailabilityLocation,
  type AvailabilityRow,
  deleteOccurrences,
  insertAvailability,
  insertOccurrences,
  presentAvailability,
  updateAvailability,
} from './availability-rows.ts'
import { clashErrors, findClashes } from './clashes.ts'
import {
  type AvailabilityInput,
  checkVersion,
  findAvailability,
  isSameRule,
  lockAvailability,
  type PlannedChange,
  plannedChange,
  plannedNew,
  toAvailabilityLocation,
} from './planned-availability.ts'
import { noteChange } from './undo-change.ts'

export const availabilityChangeRoutes = {
  'POST admin/availabilities/': async ({ body }, call) => {
    const { pin_code: pin, ...rule } = body
    const row = await createAvailability(call, rule, pin)
    return presentAvailability(row, call.viewer, call.apiUrl)
  },
  'PUT admin/availabilities/{id}/': async ({ params, body }, call) => {
    const { pin_code: pin, scope, date, version, resolutions, ...rule } = body
    const request = { id: params.id, scope, date, version, resolutions, pin }
    const row = await changeAvailability(call, request, statedFields(rule))
    return presentAvailability(row, call.viewer, call.apiUrl)
  },
  'DELETE admin/availabilities/{id}/': async ({ params, body }, call) => {
    const { pin_code: pin, ...request } = body
    await deleteAvailability(call, { id: params.id, ...request, pin })
  },
} satisfies Handlers

async function createAvailability(
  call: SignedInCall,
  requested: AvailabilityInput,
  pin: string | undefined,
): Promise<AvailabilityRow> {
  const acting = await admitActing(call, 'create', [requested.staff], pin)
  const { row, changed } = await written(call, async (tx) => {
    const change = plannedNew(call, requested)
    await checkAvailabilityLocation(tx, call, change.location, null)
    await checkClashes(tx, call, change, null)
    const id = await insertAvailability(tx, change.location, change.next)
    await insertOccurrences(tx, id, change.location, change.added)
    await auditAvailability(tx, call, 'availability.created', id, {
      staff_id: requested.staff,
      ...(acting.byPin && { by_pin: true }),
    })
    return {
      row: await findAvailability(tx, id),
      changed: toTimes(change.location, change.added),
    }
  })
  announce(call.services, ...changed)
  return row
}

type ChangeRequest = Reach & {
  id: number
  version?: number | undefined
  resolutions: readonly Resolution[]
  pin: string | undefined
}

/**
 * Changes an availability from now on as far as `scope` reaches, together with the resolutions of
 * orphaned appointments.
 * @returns what carries the rule on.
 * @throws Refusal `invalid`, `not_allowed`, `not_found`; `stale` for another version or other
 *   orphaned appointments; as a reschedule.
 */
async function changeAvailability(
  call: SignedInCall,
  request: ChangeRequest,
  requested: Partial<AvailabilityInput>,
): Promise<AvailabilityRow> {
  const id = (await applyChange(call, request, requested)) ?? request.id
  return await findAvailability(call.services.db, id)
}

async function deleteAvailability(call: SignedInCall, request: ChangeRequest): Promise<void> {
  await applyChange(call, request, null)
}

async function applyChange(
  call: SignedInCall,
  request: ChangeRequest,
  given: Partial<AvailabilityInput> | null,
): Promise<number | null> {
  const { db } = call.services
  const known = await findAvailability(db, request.id)
  const staffIds = [known.staff_id, ...(given?.staff === undefined ? [] : [given.staff])]
  const acting = await admitActing(call, given ? 'change' : 'delete', staffIds, request.pin)
  const { continues, changed } = await written(call, async (tx) => {
    const row = await lockAvailability(tx, request.id)
    checkVersion(row, row.staff_id === known.staff_id ? request.version : 0)
    const requested = given && withLocation(row, given)
    if (requested && isAsItWas(row, requested, request)) return { continues: row.id, changed: [] }
    const before = toAvailabilityLocation(row)
    const change = plannedChange(call, row, requested, request)
    if (change.location) await checkAvailabilityLocation(tx, call, change.location, before)
    await checkClashes(tx, call, change, row.id)
    await deleteOccurrences(tx, row.id, change.removed)
    const orphaned = await orphanedByChange(
      tx,
      { ...before, occurrences: change.removed },
      change.location && { ...change.location, occurrences: change.added },
      call.services.now(),
    )
    checkResolved(orphaned, request.resolutions)
    const continues = await writeRule(tx, row, change)
    const moved = await rescheduleResolved(tx, acting, request.resolutions)
    const cancelled = await cancelResolved(tx, acting, request.resolutions)
    if (continues !== null && continues !== row.id)
      await transferAppointments(tx, row, continues, change)
    const keepIds = keepResolutionIds(request.resolutions)
    await keepUnchanged(tx, acting, keepIds)
    // It comes last, because it takes the link of every appointment that was not moved.
    const unlinked = change.kept || change.next ? [] : await deleteRow(tx, row.id)
    await noteChange(tx, call, row, { removed: change.removed, continues, unlinked })
    await auditAvailability(
      tx,
      call,
      requested ? 'availability.changed' : 'availability.deleted',
      row.id,
      {
        scope: request.scope,
        ...(request.date !== undefined && { date: request.date }),
        ...(continues !== null && continues !== row.id && { carried_on_by: continues }),
        ...(moved.length > 0 && { moved }),
        ...(cancelled.length > 0 && { cancelled }),
        ...(keepIds.length > 0 && { kept: keepIds }),
        ...(acting.byPin && { by_pin: true }),
      },
    )
    return {
      continues,
      changed: [
        ...toTimes(before, change.removed),
        ...(change.location ? toTimes(change.location, change.added) : []),
        ...resolvedTimes(orphaned, request.resolutions),
      ],
    }
  })
  announce(call.services, ...changed)
  return continues
}

const withLocation = (
  row: AvailabilityRow,
  given: Partial<AvailabilityInput>,
): AvailabilityInput => ({
  ...given,
  staff: given.staff ?? row.staff_id,
  room: given.room ?? row.room_id,
  appointment_types: given.appointment_types ?? row.type_ids,
})

/** A client sent back what it had read, which must not split a rule that has begun. */
const isAsItWas = (
  row: AvailabilityRow,
  requested: AvailabilityInput,
  { scope, resolutions }: ChangeRequest,
) => scope === 'all' && resolutions.length === 0 && isSameRule(row, requested)

const toTimes = (
  { staffId, roomId }: AvailabilityLocation,
  occurrences: readonly Occurrence[],
): ChangedTime[] =>
  occurrences.map(({ start, end }) => ({
    staff_id: staffId,
    room_id: roomId,
    starts_at: new Date(start),
    ends_at: new Date(end),
  }))

const written = <T>(call: SignedInCall, work: (tx: Executor) => Promise<T>): Promise<T> =>
  retried(() => call.services.db.transaction().execute(work)).catch(explainBroken)

async function checkClashes(
  tx: Executor,
  call: SignedInCall,
  { location, added, removed }: PlannedChange,
  availabilityId: number | null,
): Promise<void> {
  if (!location) return
  const instead = availabilityId === null ? null : { availabilityId, removed }
  const zone = call.services.settings.CLINIC_TIME_ZONE
  const errors = clashErrors(await findClashes(tx, location, added, instead, zone))
  if (errors) throw invalid(errors)
}

/** A rule of which nothing is left stays for now. @returns the id of what carries it on, or null. */
async function writeRule(
  tx: Executor,
  row: AvailabilityRow,
  { kept: keepIds, next, location, added }: PlannedChange,
): Promise<number | null> {
  if (keepIds) await updateAvailability(tx, row.id, toAvailabilityLocation(row), keepIds)
  if (!next || !location) return null
  if (!keepIds) await updateAvailability(tx, row.id, location, next)
  const id = keepIds ? await insertAvailability(tx, location, next, row.id) : row.id
  await insertOccurrences(tx, id, location, added)
  return id
}

async function deleteRow(tx: Executor, id: number): Promise<number[]> {
  const linked = await tx
    .selectFrom('appointment')
    .select('id')
    .where('availability_id', '=', id)
    .orderBy('id')
    .execute()
  await tx.deleteFrom('availability').where('id', '=', id).execute()
  return linked.map((appointment) => appointment.id)
}

async function transferAppointments(
  tx: Executor,
  { id }: AvailabilityRow,
  to: number,
  { removed }: PlannedChange,
): Promise<void> {
  const [first, last] = [removed[0], removed.at(-1)]
  if (!first || !last) return
  await tx
    .updateTable('appointment')
    .set({ availability_id: to })
    .where('availability_id', '=', id)
    .where('status', 'in', ['booked', 'held'])
    .where('starts_at', '>=', new Date(first.start))
    .where('starts_at', '<', new Date(last.end))
    .execute()
}

const auditAvailability = (
  tx: Executor,
  call: SignedInCall,
  action: 'availability.created' | 'availability.changed' | 'availability.deleted',
  id: number,
  change: JsonObject,
) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'availability',
    subjectId: id,
    patientId: null,
    change,
  })

/**
 * @param before stays as it is, and need not be allowed again.
 * @throws Refusal `not_allowed`, `invalid`.
 */
async function checkAvailabilityLocation(
  executor: Executor,
  call: SignedInCall,
  { staffId, roomId, typeIds }: AvailabilityLocation,
  before: AvailabilityLocation | null,
): Promise<void> {
  if (staffId !== before?.staffId) checkMaySelect(call, staffId)
  if (roomId !== before?.roomId || staffId !== before.staffId) {
    await checkMaySelectRoom(executor, call, staffId, roomId)
  }
  const staff = await executor
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select('staff.id')
    .where('staff.id', '=', staffId)
    .where(isWorkingHere)
    .forShare()
    .executeTakeFirst()
  const room = await executor
    .selectFrom('room')
    .select('is_active')
    .where('id', '=', roomId)
    .forShare()
    .executeTakeFirst()
  const types = typeIds.length
    ? await executor
        .selectFrom('appointment_type')
        .select('id')
        .where('id', 'in', typeIds)
        .execute()
    : []
  const problems: FieldErrors = {
    ...(!staff && { staff: ['Choose a clinician who works here'] }),
    ...(!room && { room: ['Choose a room from the list'] }),
    ...(room && !room.is_active && { room: ['This room is out of use. Choose another'] }),
    ...(types.length < new Set(typeIds).size && {
      appointment_types: ['Choose from the list: one of these no longer exists'],
    }),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}
