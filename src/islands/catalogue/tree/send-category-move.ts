import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type {
  CategoryMove,
  MoveCategoryResult,
} from '#machines/catalogue/category-moving.machine.ts'

type Deps = {
  api: ApiClient
  /** Reads the list again: a move changes the numbers of others, too. */
  reload: () => Promise<Page<AdminRecord> | undefined>
  notifyMoved: (moved: AppointmentCategory, page: Page<AdminRecord> | undefined) => void
}

export async function sendCategoryMove(
  { api, reload, notifyMoved }: Deps,
  { category: { id, version }, to }: CategoryMove,
): Promise<MoveCategoryResult> {
  try {
    const moved = await api.call('POST admin/appointmentcategories/{id}/move/', {
      params: { id },
      body: { version, ...to },
    })
    notifyMoved(moved, await reload())
    return { kind: 'moved' }
  } catch (error) {
    await reload()
    const reason = describeReason(error)
    if (reason === null) throw error
    return { kind: 'refused', reason: `Not moved. ${reason}` }
  }
}

/** Explains why it was not moved; null for what nobody expected. */
function describeReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.isUnsent) return error.detail
  switch (error.code) {
    case 'invalid':
      return Object.values(error.fields).flat().join('. ')
    case 'not_allowed':
      return 'You do not have permission to move categories.'
    case 'not_signed_in':
      return 'You are signed out. Sign in again, then move it.'
    case 'stale':
    case 'not_found':
      return `${error.detail} The list is up to date now.`
  }
  return null
}
