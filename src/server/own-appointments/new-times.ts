import type { NewTimes } from '#lib/contract/booking.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { withAlternatives } from '../orphaned/alternatives.ts'
import { findOrphaned, type Orphan } from '../orphaned/find-orphaned.ts'
import type { Services } from '../services.ts'
import type { Finder } from './own-appointment.ts'

const OFFERED = 3
const WITHIN_DAYS = 14

/** Is undefined where nothing is amiss with it, or somebody chose to keep it. */
export async function findOrphan(
  executor: Executor,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  { id, patient_id }: { id: number; patient_id: number | null },
): Promise<Orphan | undefined> {
  if (patient_id === null) return undefined
  const { results } = await findOrphaned(executor, {
    now: now(),
    zone: settings.CLINIC_TIME_ZONE,
    patientId: patient_id,
    isKept: false,
    page: 1,
    pageSize: 100,
  })
  return results.find((orphan) => orphan.id === id)
}

/**
 * A link does not heed the other appointments of the patient, so that it tells nothing of them.
 * @throws as the finder does.
 */
export async function newTimes(call: Call, own: Finder, id: number): Promise<NewTimes> {
  const { db, settings, now } = call.services
  const row = await own.find(db, id)
  const orphan = await findOrphan(db, call.services, row)
  if (!orphan) return { is_needed: false, times: [] }
  const [{ alternatives } = { alternatives: [] }] = await withAlternatives(db, [orphan], {
    settings,
    now: now(),
    withinDays: WITHIN_DAYS,
    seesHiddenSites: false,
    heedsPatient: row.seesOthers,
    isOffered: () => true,
  })
  return {
    is_needed: true,
    times: alternatives
      .filter((one) => !one.with_absent_clinician)
      .slice(0, OFFERED)
      .map((one) => ({
        start: one.start,
        end: one.end,
        site: { id: one.site_id, name: one.site_name },
        clinician_name: one.staff_name,
      })),
  }
}
