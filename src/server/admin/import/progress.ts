import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { importName } from '#lib/contract/admin/import.ts'
import type { SignedInCall } from '../../http/implement.ts'

export type Progress = (steps: number) => Promise<void>

/** Reports each percent once, outside of the transaction, in which nobody would hear it. */
export function createProgress(
  { services, viewer }: SignedInCall,
  of: AnyAdminResource,
  total: number,
): Progress {
  const name = importName(of)
  let done = 0
  let reported = 0
  return async (steps) => {
    done += steps
    const progress = Math.min(100, Math.floor((done / total) * 100))
    if (progress <= reported) return
    reported = progress
    await services.progress.reportProgress(viewer.uuid, { type: 'progress', progress, name })
  }
}
