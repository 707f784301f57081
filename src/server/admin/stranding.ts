import type { Stranding } from '#lib/contract/admin/admin-resource.ts'
import { maySeeOf } from '../clinic/availability-access.ts'
import { findStranded, noteLeft, type Stranded } from '../clinic/stranded.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'
import type { Change } from './store.ts'

/** More than anybody decides about one by one. */
const MOST_STRANDED = 1_000

/** Carries a write out. @returns the appointments of the clinician that lack something new by it. */
export async function strandedByChange(
  tx: Executor,
  call: SignedInCall,
  { before }: Change,
  write: () => Promise<void>,
): Promise<Stranding> {
  const staffId = before === null ? null : Number(before['staff_id'])
  const lackedBefore = new Map(
    (await strandedOf(tx, call, staffId)).map(({ id, reasons }) => [id, reasons]),
  )
  await write()
  const stranded = (await strandedOf(tx, call, staffId)).filter(({ id, reasons }) =>
    reasons.some((reason) => !lackedBefore.get(id)?.includes(reason)),
  )
  const { viewer } = call
  const maySee =
    staffId !== null &&
    viewer.permissions.has('clinic.view_appointment') &&
    maySeeOf(viewer, staffId)
  return {
    ids: stranded.map(({ id }) => id),
    results: maySee ? stranded.map(presentLeft) : [],
  }
}

const presentLeft = (one: Stranded) => ({
  id: one.id,
  start: one.start,
  appointment_type: one.appointment_type.name,
  patient: one.patient.full_name,
  clinician: one.staff.full_name,
  site: one.site.name,
})

async function strandedOf(tx: Executor, { services }: SignedInCall, staffId: number | null) {
  if (staffId === null) return []
  const { results } = await findStranded(tx, {
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
    staffId,
    page: 1,
    pageSize: MOST_STRANDED,
  })
  return results
}

/**
 * Notes that they were left knowingly, unless whoever leaves them may not see whose they are: then
 * they stay among those that somebody has to decide about.
 */
async function noteSeen(tx: Executor, call: SignedInCall, seen: Stranding['results']) {
  if (seen.length === 0) return
  const { services, viewer } = call
  const ids = seen.map(({ id }) => id)
  const zone = services.settings.CLINIC_TIME_ZONE
  await noteLeft(tx, ids, { by: viewer.personId, now: services.now(), zone })
}

/**
 * A write that strands just the appointments that `leaving` names: somebody has seen them and leaves
 * them knowingly. @throws Refusal `stale` where it strands others.
 */
export async function leftKnowingly(
  tx: Executor,
  call: SignedInCall,
  change: Change,
  write: () => Promise<void>,
): Promise<JsonObject> {
  const { ids, results } = await strandedByChange(tx, call, change, write)
  const known = new Set(change.leaving)
  if (ids.length !== known.size || ids.some((id) => !known.has(id))) {
    throw new Refusal(
      'stale',
      ids.length > 0
        ? `This would leave ${ids.length} appointments without a competent clinician. Look at them first.`
        : 'The appointments that this would leave without a competent clinician have changed.',
    )
  }
  await noteSeen(tx, call, results)
  return ids.length > 0 ? { left: ids } : {}
}
