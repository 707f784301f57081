import type {
  AdminRecord,
  AnyAdminResource,
  OrphanPreview,
  RecordUse,
  RecordVersion,
} from '#lib/contract/admin/admin-resource.ts'
import type { BulkAnswer } from '#lib/contract/admin/bulk.ts'
import { type ImportAnswer, importUpload } from '#lib/contract/admin/import.ts'
import type { ApiClient } from './client.ts'
import type { Page } from './page.ts'
import type { UploadCall } from './upload-file.ts'

/** 10,000 rows take seconds, and longer on a busy machine. */
const IMPORT_SECONDS = 240
const BULK_SECONDS = 120

type Fields = Readonly<Record<string, unknown>>

export function resourceClient(api: ApiClient, { path }: Pick<AnyAdminResource, 'path'>) {
  const call = (key: string, options: object) =>
    api.call(key as 'GET admin/staff/', options as never) as Promise<unknown>
  const list = `GET admin/${path}/`
  return {
    list: async (query: Fields, signal: AbortSignal): Promise<Page<AdminRecord>> =>
      (await call(list, { query, signal })) as Page<AdminRecord>,
    read: async (id: number) =>
      (await call(`GET admin/${path}/{id}/`, { params: { id } })) as AdminRecord,
    create: async (body: Fields) => (await call(`POST admin/${path}/`, { body })) as AdminRecord,
    replace: async (id: number, body: Fields) =>
      (await call(`PUT admin/${path}/{id}/`, { params: { id }, body })) as AdminRecord,
    remove: async (id: number, body: Fields) => {
      await call(`DELETE admin/${path}/{id}/`, { params: { id }, body })
    },
    uses: async (id: number) =>
      (
        (await call(`GET admin/${path}/{id}/uses/`, { params: { id } })) as {
          results: readonly RecordUse[]
        }
      ).results,
    take: async (
      sent: Omit<UploadCall, 'field'> & Required<Pick<UploadCall, 'uploadFields'>>,
    ): Promise<ImportAnswer> =>
      await api.upload(`POST admin/${path}/import/` as 'POST admin/competencies/import/', {
        field: importUpload.field,
        timeoutSeconds: IMPORT_SECONDS,
        ...sent,
      }),
    bulk: async (body: Fields) =>
      (await call(`POST admin/${path}/bulk/`, {
        body,
        timeoutSeconds: BULK_SECONDS,
      })) as BulkAnswer,
    preview: async (id: number, body: Fields) =>
      (await call(`POST admin/${path}/{id}/preview/`, { params: { id }, body })) as OrphanPreview,
    versions: async (id: number, signal: AbortSignal) =>
      (
        (await call(`GET admin/${path}/{id}/versions/`, { params: { id }, signal })) as {
          results: readonly RecordVersion[]
        }
      ).results,
  }
}
