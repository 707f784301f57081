import { type Availability, availabilities } from '#lib/contract/availabilities.ts'
import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import { can, permits } from '#lib/policy/policy.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { isWorkingHere } from '../identity/is-working-here.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { Refusal } from '../refusals/refusal.ts'
import { listPage } from '../resources/list.ts'
import { checkMaySelect, maySeeAvailability, readStaffRooms } from './availability-access.ts'
import { availabilityRows, presentAvailability } from './availability-rows.ts'
import { findAvailability } from './planned-availability.ts'

export const availabilityListRoutes = {
  'GET admin/availability-choices/': ({ query }, call) => availabilityChoices(call, query),
  'GET admin/availabilities/': ({ query }, call) => listAvailabilities(call, query),
  'GET admin/availabilities/{id}/': ({ params }, call) => readAvailability(call, params.id),
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
