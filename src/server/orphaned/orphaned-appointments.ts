import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { startOfDay } from '#lib/scheduling/clinic-time.ts'
import { auditAppointment } from '../appointments/change-appointment.ts'
import { type AppointmentForUpdate, lockAppointment } from '../appointments/lock-appointment.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { withAlternatives } from './alternatives.ts'
import { findOrphaned } from './find-orphaned.ts'
import { keepUnchanged } from './resolutions.ts'

export const orphanedRoutes = {
  'GET admin/clinic/orphaned-appointments/': ({ query }, call) => listOrphaned(call, query),
  'PUT admin/clinic/orphaned-appointments/{id}/kept/': ({ params, body }, call) =>
    keepOrphanedAppointments(call, params.id, body.version),
  'DELETE admin/clinic/orphaned-appointments/{id}/kept/': ({ params }, call) =>
    reopenOrphaned(call, params.id),
} satisfies Handlers

type Query<K extends keyof Contract> = OperationRequest<Contract[K]>['query']

async function listOrphaned(
  call: SignedInCall,
  query: Query<'GET admin/clinic/orphaned-appointments/'>,
) {
  const { services, viewer } = call
  const { db, settings } = services
  const zone = settings.CLINIC_TIME_ZONE
  const now = services.now()
  if (query.staff_id !== undefined && !can(viewer, 'schedule.see', { staffId: query.staff_id })) {
    throw new Refusal('not_allowed', 'You can only see your own appointments.')
  }
  const { count, results } = await findOrphaned(db, {
    now,
    zone,
    page: query.page,
    pageSize: query.page_size,
    siteId: query.site_id,
    isKept: query.kept && query.kept === 'yes',
    isAsked: query.asked && query.asked === 'yes',
    staffId: query.staff_id ?? onlyStaffIdFor(viewer) ?? undefined,
    from: query.from === undefined ? undefined : startOfDay(query.from, zone),
    to: query.to === undefined ? undefined : startOfDay(addDays(query.to, 1), zone),
    without: {
      staffId: query.without_staff_id,
      roomId: query.without_room_id,
      staffCompetencyId: query.without_staff_competency_id,
    },
  })
  await auditReads(db, call, {
    action: 'appointment.listed',
    subjectType: 'appointment',
    view: { list: 'orphaned', ...query },
    patientIds: results.map(({ patient }) => patient.id),
  })
  const { without_staff_id: leaving, without_room_id: closing } = query
  return {
    count,
    results: await withAlternatives(db, results, {
      settings,
      now,
      withinDays: query.within_days,
      seesHiddenSites: can(viewer, 'hiddenSites.see'),
      mayCancel: (staffId) => can(viewer, 'appointment.cancel', { staffId, status: 'booked' }),
      isOffered: ({ staffId, roomId }) =>
        can(viewer, 'schedule.see', { staffId }) && staffId !== leaving && roomId !== closing,
    }),
  }
}

/**
 * Leaves an orphaned appointment knowingly as it is.
 * @throws Refusal `not_found`, `not_allowed` for another clinician's, `stale` for another version,
 *   `conflict` when nothing is amiss with it.
 */
async function keepOrphanedAppointments(
  call: SignedInCall,
  id: number,
  version: number | undefined,
): Promise<void> {
  await settled(call, async (tx) => {
    const row = await lockAppointment(tx, call, 'appointment.change', { id, version })
    const kept = await keepUnchanged(tx, call, [id])
    if (kept.length === 0) {
      throw new Refusal('conflict', 'This appointment no longer needs attention.')
    }
    return row
  })
}

/**
 * Takes it back that an appointment was left as it is; of one that was not, nothing.
 * @throws Refusal `not_found`, `not_allowed` for another clinician's.
 */
async function reopenOrphaned(call: SignedInCall, id: number): Promise<void> {
  await settled(call, async (tx) => {
    const row = await lockAppointment(tx, call, 'appointment.change', { id })
    const { numDeletedRows } = await tx
      .deleteFrom('appointment_kept')
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await auditAppointment(tx, call, row, 'appointment.reopened')
    return row
  })
}

async function settled(
  { services }: SignedInCall,
  work: (tx: Executor) => Promise<AppointmentForUpdate>,
): Promise<void> {
  announce(services, await services.db.transaction().execute(work))
}
