import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { resourceClient } from '#lib/api/resource-client.ts'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { importUpload } from '#lib/contract/admin/import.ts'
import {
  recordImportMachine,
  type TakeFile,
  type TakeFileResult,
} from '#machines/admin/record-import.machine.ts'

type OnSent = (fraction: number) => void

export function recordImportWithActors(api: ApiClient, of: AnyAdminResource, onSent: OnSent) {
  const taking = fromPromise<TakeFileResult, TakeFile>(({ input }) =>
    takeFile(api, of, input, onSent),
  )
  return recordImportMachine.provide({ actors: { checkFile: taking, execute: taking } })
}

async function takeFile(
  api: ApiClient,
  of: AnyAdminResource,
  { file, seen, confirmed }: TakeFile,
  onProgress: OnSent,
): Promise<TakeFileResult> {
  if (!file) throw new Error('There is no file to take')
  if (file.size > importUpload.largestBytes) {
    return {
      kind: 'refused',
      words: 'The file must be 4 MB or smaller. Split it into smaller files.',
    }
  }
  if (file.size === 0) return { kind: 'refused', words: 'The file is empty.' }
  try {
    const uploadFields = seen === null ? {} : { seen, confirmed: confirmed.join(',') }
    const answer = await resourceClient(api, of).take({ file, uploadFields, onProgress })
    return { kind: 'taken', answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'stale') return { kind: 'stale' }
    const text = formatImportRefusal(error)
    if (text === null) throw error
    return { kind: 'refused', words: text }
  }
}

function formatImportRefusal({ code, fields, detail, isBusy, isUnsent }: ApiError): string | null {
  // Somebody else is at it, too much is under way, there is no network, or they signed in long ago.
  if (code === 'conflict' || code === 'sign_in_again' || isBusy || isUnsent) return detail
  if (code === 'invalid') return Object.values(fields).flat().join(' ')
  if (code === 'too_large') return 'The file must be 4 MB or smaller. Split it into smaller files.'
  if (code === 'not_allowed') return 'You do not have permission to do this.'
  if (code === 'not_signed_in') return 'You are signed out. Sign in, then try again.'
  return null
}
