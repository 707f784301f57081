import type { SignedInCall } from '../http/implement.ts'
import { orphanScope } from '../orphaned/orphaned-by-record.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import type { Store, StoreChange } from './store.ts'

export type ShownElsewhere = {
  times: readonly ChangedTime[]
  whole: { staffIds: number[]; roomIds: number[] } | null
}

export const nothingShown: ShownElsewhere = { times: [], whole: null }

export function shownElsewhere(
  store: Store,
  change: StoreChange,
  times: readonly ChangedTime[],
): ShownElsewhere {
  const isOther = change.before?.['is_active'] !== change.after?.['is_active']
  return { times, whole: isOther ? wholeScope(store, change) : null }
}

function wholeScope(store: Store, change: StoreChange): ShownElsewhere['whole'] {
  const scope = orphanScope(store, change)
  if (!scope) return null
  if (store.table === 'staff' && 'staffId' in scope) {
    return { staffIds: [scope.staffId], roomIds: [] }
  }
  return 'roomId' in scope ? { staffIds: [], roomIds: [scope.roomId] } : null
}

/** Call it after the commit. */
export function notifySchedules({ services }: SignedInCall, { times, whole }: ShownElsewhere) {
  announce(services, ...times)
  if (whole) services.live.announce({ dates: [], ...whole })
}
