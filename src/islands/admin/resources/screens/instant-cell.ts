import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { formatDateTime } from '#lib/format-date-time.ts'

/** A cell that says when something was, by the clinic's clock. */
export const instantCell =
  (field: string) =>
  (record: AdminRecord, { timeZone }: { timeZone: string }): string =>
    formatDateTime(String(record[field]), timeZone)
