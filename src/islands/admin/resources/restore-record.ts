import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import {
  type AdminRecord,
  type AnyAdminResource,
  lockField,
} from '#lib/contract/admin/admin-resource.ts'

/**
 * Gives a record the values that it had before it was saved. Done twice, it is done once.
 * @throws ApiError `stale` where somebody has changed it since.
 */
export async function restoreRecord(
  api: ApiClient,
  of: AnyAdminResource,
  before: AdminRecord,
  saved: AdminRecord,
): Promise<void> {
  const client = resourceClient(api, of)
  const lock = lockField(of)
  const fields = Object.keys(of.write.shape).filter((field) => field in before)
  const fieldValues = (record: AdminRecord) =>
    Object.fromEntries(fields.map((field) => [field, record[field]]))
  const now = await client.read(saved.id)
  if (JSON.stringify(fieldValues(now)) === JSON.stringify(fieldValues(before))) return
  await client.replace(saved.id, { ...fieldValues(before), [lock]: saved[lock] })
}
