import { announce, type ChangedTime } from '../clinic/announce.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { Change, Store } from './store.ts'
import { whoseOf } from './stranding.ts'

/** What of a write shows in schedules that others have open. */
export type ShownElsewhere = {
  times: readonly ChangedTime[]
  /** Who began or ceased to work here: all of their hours come or go. */
  staffId: number | null
}

export const nothingShown: ShownElsewhere = { times: [], staffId: null }

/** @param times where stranded appointments were, and where they were moved to. */
export function shownElsewhere(
  store: Store,
  change: Change,
  times: readonly ChangedTime[],
): ShownElsewhere {
  const whose = whoseOf(store, change)
  const isOfStaff = store.table === 'staff' && whose !== null && 'staffId' in whose
  const isOther = change.before?.['is_active'] !== change.after?.['is_active']
  return { times, staffId: isOfStaff && isOther ? whose.staffId : null }
}

/** Tells open schedules; call it once the write stands. */
export function tellSchedules({ services }: SignedInCall, { times, staffId }: ShownElsewhere) {
  announce(services, ...times)
  if (staffId !== null) services.live.announce({ dates: [], staffIds: [staffId], roomIds: [] })
}
