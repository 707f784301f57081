import type { OrphanPreview } from '#lib/contract/admin/admin-resource.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { can, type PolicyAction } from '#lib/policy/policy.ts'
import { inFigures } from '#lib/text/format-number.ts'
import type { OrphanScope, Store, StoreChange } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { ChangedTime } from '../schedule/announce.ts'
import { withAlternatives } from './alternatives.ts'
import { findOrphaned, type Orphan } from './find-orphaned.ts'
import {
  cancelResolved,
  checkResolved,
  keepResolutionIds,
  keepUnchanged,
  rescheduleResolved,
  resolvedTimes,
} from './resolutions.ts'

const MOST_ORPHANED = 1_000
/** Free places are looked for so many days from each appointment. */
const WITHIN_DAYS = 14

type Write = () => Promise<void>

export function orphanScope({ write }: Store, { before, after }: StoreChange) {
  const { orphanScopeOf, orphanedBy } = write
  if (!before || !orphanScopeOf) return null
  const canOrphan =
    !after || !orphanedBy || orphanedBy.some((column) => after[column] !== before[column])
  return canOrphan ? orphanScopeOf(before) : null
}

/** Carries a write out. @returns what it orphans, with places that are free and right after it. */
export async function previewOrphans(
  tx: Executor,
  call: SignedInCall,
  store: Store,
  change: StoreChange,
  write: Write,
): Promise<OrphanPreview> {
  const scope = orphanScope(store, change)
  const orphaned = await orphanedByWrite(tx, call, scope, write)
  const { services, viewer } = call
  if (!maySeeThose(viewer, scope)) {
    return { orphaned: [], unseen: orphaned.map(({ id, version }) => ({ id, version })) }
  }
  const found = await withAlternatives(tx, orphaned, {
    settings: services.settings,
    now: services.now(),
    withinDays: WITHIN_DAYS,
    seesHiddenSites: can(viewer, 'hiddenSites.see'),
    mayCancel: (staffId) => can(viewer, 'appointment.cancel', { staffId, status: 'booked' }),
    isOffered: ({ staffId }) =>
      can(viewer, 'appointment.reschedule', { staffId, status: 'booked' }),
  })
  return { orphaned: found, unseen: [] }
}

/**
 * Carries out the write together with what was decided about the appointments that it orphans.
 * @returns which were moved, cancelled and left, for the trail, and the times for open schedules.
 * @throws Refusal `stale` where it orphans others than were decided about; `not_allowed`; whatever
 * a move is refused with.
 */
export async function withResolutions(
  tx: Executor,
  call: SignedInCall,
  store: Store,
  change: StoreChange,
  write: Write,
): Promise<{ resolved: JsonObject; changed: ChangedTime[] }> {
  const { resolutions } = change
  const { viewer } = call
  const scope = orphanScope(store, change)
  const orphaned = await orphanedByWrite(tx, call, scope, write)
  checkResolved(orphaned, resolutions)
  const keepIds = keepResolutionIds(resolutions)
  const isFor = (action: Resolution['action']) => resolutions.some((one) => one.action === action)
  const may = (action: PolicyAction) =>
    maySeeThose(viewer, scope) && can(viewer, action, { ...toAuditRecord(scope), status: 'booked' })
  if (isFor('reschedule') && !may('appointment.reschedule')) {
    throw new Refusal('not_allowed', 'You may not move appointments.')
  }
  if (isFor('cancel') && !may('appointment.cancel')) {
    throw new Refusal('not_allowed', 'You may not cancel appointments.')
  }
  const moved = await rescheduleResolved(tx, call, resolutions)
  const cancelled = await cancelResolved(tx, call, resolutions)
  // What somebody may not see stays among what has to be decided about.
  if (maySeeThose(viewer, scope)) await keepUnchanged(tx, call, keepIds)
  const resolved = {
    ...(moved.length > 0 && { moved }),
    ...(cancelled.length > 0 && { cancelled }),
    ...(keepIds.length > 0 && { kept: keepIds }),
  }
  return { resolved, changed: resolvedTimes(orphaned, resolutions) }
}

const TOO_MANY = `This affects more than ${inFigures(MOST_ORPHANED)} appointments, which is too many to deal with at once. Change the hours first, a few at a time.`

/**
 * Carries a write out.
 * @returns the appointments among those that lack something new by it.
 * @throws Refusal `invalid` where they are too many to decide about.
 */
async function orphanedByWrite(
  tx: Executor,
  call: SignedInCall,
  scope: OrphanScope | null,
  write: Write,
): Promise<Orphan[]> {
  const before = await readOrphaned(tx, call, scope)
  const lackedBefore = new Map(before.map(({ id, reasons }) => [id, reasons]))
  await write()
  const after = await readOrphaned(tx, call, scope)
  if (after.length > MOST_ORPHANED) throw invalid({ non_field_errors: [TOO_MANY] })
  return after.filter(({ id, reasons }) =>
    reasons.some((reason) => !lackedBefore.get(id)?.includes(reason)),
  )
}

async function readOrphaned(
  tx: Executor,
  { services }: SignedInCall,
  scope: OrphanScope | null,
): Promise<Orphan[]> {
  if (!scope) return []
  const { results } = await findOrphaned(tx, {
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
    ...scope,
    page: 1,
    pageSize: MOST_ORPHANED + 1,
  })
  return results.map(({ kept: _, ...orphaned }) => orphaned)
}

const maySeeThose = (viewer: SignedIn, scope: OrphanScope | null): scope is OrphanScope =>
  scope !== null && can(viewer, 'appointment.see', toAuditRecord(scope))

const toAuditRecord = (scope: OrphanScope) => ('staffId' in scope ? { staffId: scope.staffId } : {})
