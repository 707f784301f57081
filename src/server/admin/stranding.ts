import type { Stranding } from '#lib/contract/admin/admin-resource.ts'
import { inFigures } from '#lib/format-number.ts'
import { withAlternatives } from '../clinic/alternatives.ts'
import type { ChangedTime } from '../clinic/announce.ts'
import { maySeeOf } from '../clinic/availability-access.ts'
import {
  cancelDecided,
  checkDecided,
  type Decision,
  leaveDecided,
  leftOf,
  moveDecided,
  timesDecided,
} from '../clinic/decided.ts'
import { findStranded, type Stranded } from '../clinic/stranded.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Change, Store, Strandable } from './store.ts'

/** As many as one change takes decisions about. */
const MOST_STRANDED = 1_000
/** Free places are looked for so many days from each appointment. */
const WITHIN_DAYS = 14

type Write = () => Promise<void>

export function whoseOf({ strandsOf, strandedBy }: Store, { before, after }: Change) {
  if (!before || !strandsOf) return null
  const canStrand =
    !after || !strandedBy || strandedBy.some((column) => after[column] !== before[column])
  return canStrand ? strandsOf(before) : null
}

/** Carries a write out. @returns what it strands, with places that are free and right after it. */
export async function previewStranding(
  tx: Executor,
  call: SignedInCall,
  store: Store,
  change: Change,
  write: Write,
): Promise<Stranding> {
  const whose = whoseOf(store, change)
  const stranded = await strandedByWrite(tx, call, whose, write)
  const { services, viewer } = call
  if (!maySeeThose(viewer, whose)) {
    return { stranded: [], unseen: stranded.map(({ id, version }) => ({ id, version })) }
  }
  const found = await withAlternatives(tx, stranded, {
    ...{ settings: services.settings, now: services.now(), withinDays: WITHIN_DAYS },
    seesHiddenSites: viewer.permissions.has('clinic.view_hidden_sites'),
    isOffered: (place) => mayMove(viewer) && maySeeOf(viewer, place.staffId),
  })
  return { stranded: found, unseen: [] }
}

/**
 * A write together with what was decided about the appointments that it strands.
 * @returns which were moved, cancelled and left, for the trail, and the times for open schedules.
 * @throws Refusal `stale` where it strands others than were decided about; `not_allowed`; whatever a
 *   move is refused with.
 */
export async function asDecided(
  tx: Executor,
  call: SignedInCall,
  store: Store,
  change: Change,
  write: Write,
): Promise<{ decided: JsonObject; changed: ChangedTime[] }> {
  const { decisions } = change
  const { viewer } = call
  const whose = whoseOf(store, change)
  const stranded = await strandedByWrite(tx, call, whose, write)
  checkDecided(stranded, decisions)
  const left = leftOf(decisions)
  const isFor = (action: Decision['action']) => decisions.some((one) => one.action === action)
  if (isFor('move') && !(mayMove(viewer) && maySeeThose(viewer, whose))) {
    throw new Refusal('not_allowed', 'You may not move appointments.')
  }
  if (isFor('cancel') && !(mayCancel(viewer) && maySeeThose(viewer, whose))) {
    throw new Refusal('not_allowed', 'You may not cancel appointments.')
  }
  const moved = await moveDecided(tx, call, decisions)
  const cancelled = await cancelDecided(tx, call, decisions)
  // What somebody may not see stays among what has to be decided about.
  if (maySeeThose(viewer, whose)) await leaveDecided(tx, call, left)
  const decided = {
    ...(moved.length > 0 && { moved }),
    ...(cancelled.length > 0 && { cancelled }),
    ...(left.length > 0 && { left }),
  }
  return { decided, changed: timesDecided(stranded, decisions) }
}

const TOO_MANY = `This affects more than ${inFigures(MOST_STRANDED)} appointments, which is too many to deal with at once. Change the hours first, a few at a time.`

/**
 * Carries a write out. @returns the appointments among those that lack something new by it.
 * @throws Refusal `invalid` where they are too many to decide about.
 */
async function strandedByWrite(
  tx: Executor,
  call: SignedInCall,
  whose: Strandable | null,
  write: Write,
): Promise<Stranded[]> {
  const before = await strandedOf(tx, call, whose)
  const lackedBefore = new Map(before.map(({ id, reasons }) => [id, reasons]))
  await write()
  const after = await strandedOf(tx, call, whose)
  // Nobody could say what becomes of those beyond.
  if (after.length > MOST_STRANDED) throw invalid({ non_field_errors: [TOO_MANY] })
  return after.filter(({ id, reasons }) =>
    reasons.some((reason) => !lackedBefore.get(id)?.includes(reason)),
  )
}

async function strandedOf(
  tx: Executor,
  { services }: SignedInCall,
  whose: Strandable | null,
): Promise<Stranded[]> {
  if (!whose) return []
  const { results } = await findStranded(tx, {
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
    ...whose,
    page: 1,
    pageSize: MOST_STRANDED + 1,
  })
  return results.map(({ left: _, ...stranded }) => stranded)
}

function maySeeThose(viewer: SignedIn, whose: Strandable | null): boolean {
  if (!whose || !viewer.permissions.has('clinic.view_appointment')) return false
  return 'staffId' in whose
    ? maySeeOf(viewer, whose.staffId)
    : viewer.permissions.has('clinic.view_other_appointments')
}

const mayMove = (viewer: SignedIn) => viewer.permissions.has('clinic.change_appointment')
const mayCancel = (viewer: SignedIn) => viewer.permissions.has('clinic.delete_appointment')
