import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { type ExpiringCompetency, ExpiryNoticeType } from '#lib/contract/competencies.ts'
import {
  competencyNoticesMachine,
  type LoadExpiringCompetenciesResult,
} from '#machines/people/competency-notices.machine.ts'

/** It is in local storage, one for each notice that was dismissed in this browser. */
const dismissedMark = ({ id, notice_type }: Pick<ExpiringCompetency, 'id' | 'notice_type'>) =>
  `competencyNoticeDismissed:${id}:${notice_type}`

export function competencyNoticesWithActors(load: () => Promise<LoadExpiringCompetenciesResult>) {
  return competencyNoticesMachine.provide({
    actors: {
      loadExpiringCompetencies: fromPromise(load),
    },
    actions: {
      rememberDismissed: (_, { notice }) =>
        attempt(() => localStorage.setItem(dismissedMark(notice), new Date().toISOString())),
    },
  })
}

/** Leaves out what was dismissed in this browser. @throws ApiError as the call does */
export async function loadExpiringCompetencies(
  api: ApiClient,
  staffId: number,
): Promise<LoadExpiringCompetenciesResult> {
  const { results } = await api.call('GET admin/staffcompetencies/expiring/', {
    query: { staff_id: staffId },
  })
  const notices = results.filter(
    (notice) => attempt(() => localStorage.getItem(dismissedMark(notice))) == null,
  )
  return notices.length > 0 ? { kind: 'expiring', notices } : { kind: 'none' }
}

/**
 * It runs when a staff competency has been saved, because notices of its new end are shown again.
 */
export function forgetDismissedNotices(staffCompetencyId: number): void {
  for (const notice_type of ExpiryNoticeType.options) {
    attempt(() => localStorage.removeItem(dismissedMark({ id: staffCompetencyId, notice_type })))
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
