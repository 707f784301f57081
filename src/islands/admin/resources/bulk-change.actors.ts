import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import { type AnyAdminResource, lockField } from '#lib/contract/admin/admin-resource.ts'
import {
  type BulkChange,
  bulkChangeMachine,
  type ExecuteResult,
} from '#machines/admin/bulk-change.machine.ts'

export const bulkChangeWithActors = (api: ApiClient, of: AnyAdminResource) =>
  bulkChangeMachine.provide({
    actors: {
      execute: fromPromise<ExecuteResult, BulkChange>(({ input }) => execute(api, of, input)),
    },
  })

async function execute(
  api: ApiClient,
  of: AnyAdminResource,
  { action, records }: BulkChange,
): Promise<ExecuteResult> {
  const lock = lockField(of)
  const seen = records.map(({ id, [lock]: version }) => ({ id, [lock]: version }))
  try {
    const { results } = await resourceClient(api, of).bulk({ action, records: seen })
    return { kind: 'answered', results }
  } catch (error) {
    const reason = describeReason(error)
    if (reason === null) throw error
    return { kind: 'refused', reason }
  }
}

function describeReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'not_allowed') return 'You do not have permission to do this.'
  if (error.code === 'not_signed_in') return 'You are signed out. Sign in again, then try again.'
  return error.code === 'sign_in_again' || error.isBusy || error.isUnsent ? error.detail : null
}
