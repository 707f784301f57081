import { sql } from 'kysely'
import { type Availability, availabilities } from '#lib/contract/availabilities.ts'
import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import { can, permits } from '#lib/policy/policy.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { referenceTo } from '../http/addresses.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'
import { pinInRequest } from '../identity/pin.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { listPage } from '../resources/list.ts'
import {
  actingFor,
  checkMaySelect,
  maySeeAvailability,
  readStaffRooms,
} from './availability-access.ts'
import { availabilityRows, presentAvailability } from './availability-rows.ts'
import { availabilityChangeRoutes } from './change-availability.ts'
import { findAvailability } from './planned-availability.ts'
import { previewAvailability } from './preview-availability.ts'
import { undoAvailabilityChange } from './undo-change.ts'

export const availabilityRoutes = {
  'GET admin/availability-choices/': ({ query }, call) => availabilityChoices(call, query),
  'GET admin/availabilities/': ({ query }, call) => listAvailabilities(call, query),
  'GET admin/availabilities/{id}/': ({ params }, call) => readAvailability(call, params.id),
  ...availabilityChangeRoutes,
  'POST admin/availabilities/{id}/undo/': ({ params }, call) =>
    undoAvailabilityChange(call, params.id),
  'POST admin/availabilities/preview/': ({ body }, call) => previewAvailability(call, body),
  'GET admin/staff_appointment_types/': ({ query }, call) => staffAppointmentTypes(call, query),
  'GET admin/available_appointment_types/': ({ query }, call) =>
    availableAppointmentTypes(call, query),
} satisfies Handlers

type Query<K extends keyof Contract> = OperationRequest<Contract[K]>['query']

async function listAvailabilities(
  { services, viewer, apiUrl }: SignedInCall,
  query: Query<'GET admin/availabilities/'>,
): Promise<{ count: number; results: Availability[] }> {
  const { staff_id, room_id, site_id, from } = query
  const onlyStaffId = onlyStaffIdFor(viewer)
  const zone = services.settings.CLINIC_TIME_ZONE
  const since = from === undefined ? undefined : new Date(startOfDay(from, zone))
  const rows = services.db
    .selectFrom(
      availabilityRows(services.db)
        .$if(onlyStaffId !== null, (q) => q.where('availability.staff_id', '=', onlyStaffId))
        .$if(staff_id !== undefined, (q) => q.where('availability.staff_id', '=', staff_id ?? 0))
        .$if(room_id !== undefined, (q) => q.where('availability.room_id', '=', room_id ?? 0))
        .$if(site_id !== undefined, (q) => q.where('site.id', '=', site_id ?? 0))
        .$if(since !== undefined, (q) =>
          q.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('availability_occurrence as occurrence')
                .select('occurrence.id')
                .whereRef('occurrence.availability_id', '=', 'availability.id')
                .where('occurrence.ends_at', '>', since ?? new Date(0)),
            ),
          ),
        )
        .as('listed'),
    )
    .selectAll()
  const page = await listPage(availabilities, rows, query)
  return {
    count: page.count,
    results: page.results.map((row) => presentAvailability(row, viewer, apiUrl)),
  }
}

async function readAvailability(
  { services, viewer, apiUrl }: SignedInCall,
  id: number,
): Promise<Availability> {
  const row = await findAvailability(services.db, id)
  if (!maySeeAvailability(viewer, row.staff_id)) {
    throw new Refusal('not_allowed', 'You can only see your own availability.')
  }
  return presentAvailability(row, viewer, apiUrl)
}

async function availabilityChoices(
  call: SignedInCall,
  { staff_id: staffId }: Query<'GET admin/availability-choices/'>,
) {
  const { services, viewer } = call
  const { db, settings } = services
  if (staffId !== undefined && !can(viewer, 'availability.change', { staffId })) {
    checkMaySelect(call, staffId)
  }
  const staff = await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .where(isWorkingHere)
    .$if(!can(viewer, 'clinician.choose'), (q) => q.where('staff.id', '=', viewer.staffId ?? 0))
    .orderBy(inNameOrder('person.full_name'))
    .orderBy('staff.id')
    .execute()
  return {
    today: toClinicDate(services.now(), settings.CLINIC_TIME_ZONE),
    staff: staff.map((one) => ({
      ...one,
      may_create: permits(viewer, 'availability.create', { staffId: one.id }),
    })),
    rooms: staffId === undefined ? [] : await roomsFor(call, staffId),
  }
}

async function roomsFor({ services, viewer }: SignedInCall, staffId: number) {
  const known = can(viewer, 'room.choose') ? null : await readStaffRooms(services.db, staffId)
  const rooms = await services.db
    .selectFrom('room')
    .innerJoin('site', 'site.id', 'room.site_id')
    .select(['room.id', 'room.name', 'site.id as site_id', 'site.slug', 'site.name as site_name'])
    .where('room.is_active', '=', true)
    .orderBy(inNameOrder('site.name'))
    .orderBy('site.id')
    .orderBy(inNameOrder('room.name'))
    .orderBy('room.id')
    .execute()
  return rooms
    .filter(({ id }) => known === null || known.includes(id))
    .map(({ id, name, site_id, slug, site_name }) => ({
      id,
      name,
      site: { id: site_id, slug, name: site_name },
    }))
}

/** Types for which a clinician holds every competency today. */
async function staffAppointmentTypes(
  call: SignedInCall,
  { staff_id: staffId }: Query<'GET admin/staff_appointment_types/'>,
) {
  const { services } = call
  await mustBeClinician(services.db, staffId)
  const today = toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)
  const rows = await competentTypes(services.db, staffId, today).execute()
  return toList(rows.map((row) => ({ ...row, url: urlFor(call, row) })))
}

/**
 * Types that can be booked with a clinician: those of the availability, or of any of theirs to
 * come; with the permission to override, all that they are competent for.
 * @throws Refusal `not_found`, `not_allowed`, or as a wrong PIN.
 */
async function availableAppointmentTypes(
  call: SignedInCall,
  query: Query<'GET admin/available_appointment_types/'>,
) {
  const { services, viewer } = call
  const { staff_id: staffId, availability_id: availabilityId } = query
  const pin = pinInRequest(call, query)
  if (pin !== undefined && staffId !== viewer.staffId) await actingFor(call, staffId, pin)
  else if (!can(viewer, 'schedule.see', { staffId })) {
    throw new Refusal('not_allowed', 'You can only see what can be booked with yourself.')
  }
  await mustBeClinician(services.db, staffId)
  const zone = services.settings.CLINIC_TIME_ZONE
  const now = services.now()
  const offered = await services.db
    .selectFrom('availability')
    .innerJoin('availability_appointment_type as type', 'type.availability_id', 'availability.id')
    .select('type.appointment_type_id')
    .distinct()
    .where('availability.staff_id', '=', staffId)
    .$if(availabilityId !== undefined, (q) => q.where('availability.id', '=', availabilityId ?? 0))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('availability_occurrence as occurrence')
          .innerJoin('room', 'room.id', 'occurrence.room_id')
          .select('occurrence.id')
          .where('room.is_active', '=', true)
          .whereRef('occurrence.availability_id', '=', 'availability.id')
          .where('occurrence.ends_at', '>', new Date(now)),
      ),
    )
    .execute()
  const isOffered = new Set(offered.map((row) => row.appointment_type_id))
  const rows = await competentTypes(services.db, staffId, toClinicDate(now, zone)).execute()
  const mayOverride = can(viewer, 'appointment.overrideType')
  return toList(
    rows
      .filter(({ id, disabled }) => !disabled && (mayOverride || isOffered.has(id)))
      .map(({ id, slug, name, duration, hidden }) => ({
        id,
        slug,
        name,
        duration,
        url: urlFor(call, { id, hidden }),
        override: !isOffered.has(id),
      })),
  )
}

const toList = <T>(results: T[]) => ({ count: results.length, results })

const urlFor = (call: SignedInCall, { id, hidden }: { id: number; hidden: boolean }) =>
  hidden && !findVisibility(call.viewer).types
    ? null
    : referenceTo(call, 'admin/appointmenttypes', id)

async function mustBeClinician(executor: Executor, staffId: number): Promise<void> {
  await executor
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow(() => notFound('This clinician'))
}

/** It is the rule of `competence.ts` in SQL. */
const competentTypes = (executor: Executor, staffId: number, day: string) =>
  executor
    .selectFrom('appointment_type as type')
    .select(['type.id', 'type.slug', 'type.name', 'type.duration', 'type.disabled', 'type.hidden'])
    .where(
      sql<boolean>`not exists (
        select from appointment_type_competency as required
        where required.appointment_type_id = type.id and not exists (
          select from staff_competency as held
          where held.staff_id = ${staffId} and held.competency_id = required.competency_id
            and held.issued_at <= ${day}::date
            and (held.expires_at is null or held.expires_at >= ${day}::date)))`,
    )
    .orderBy(inNameOrder('type.name'))
    .orderBy('type.id')
