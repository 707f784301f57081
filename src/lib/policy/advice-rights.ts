import type { AdviceAction } from '../contract/records/patient-advice.ts'
import { can, type PolicyAction, type PolicyViewer } from './policy.ts'

export type AdviceRecord = {
  staffId: number | null
  isAuthor: boolean
  isWithdrawn: boolean
}

/** Advice of an appointment is for its author, and for who may see the clinician. */
export const mayReachAdvice = (
  viewer: PolicyViewer,
  { staffId, isAuthor }: Pick<AdviceRecord, 'staffId' | 'isAuthor'>,
): boolean => isAuthor || staffId === null || can(viewer, 'schedule.see', { staffId })

/** Authors change their own with the permission to add. */
export function adviceRights(viewer: PolicyViewer, record: AdviceRecord): AdviceAction[] {
  if (record.isWithdrawn || !mayReachAdvice(viewer, record)) return []
  const may = (action: PolicyAction) => can(viewer, action)
  const changes = may('advice.change') || (record.isAuthor && may('advice.add'))
  return [
    ...(changes ? (['change', 'archive'] as const) : []),
    ...(may('advice.withdraw') ? (['withdraw'] as const) : []),
  ]
}
