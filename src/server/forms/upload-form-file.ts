import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import type { FileType } from '#lib/contract/forms/form-constants.ts'
import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import type { FileReceiver, IncomingFile } from '#lib/contract/operation.ts'
import { NO_REASON } from '#lib/contract/text-length.ts'
import { acceptedTypes, formatAcceptedFiles } from '#lib/forms/accepted-files.ts'
import type { Executor } from '../database/connection.ts'
import { nameOfFile, typeOfContent } from '../files/file-content.ts'
import { redrawImage } from '../files/stored-images.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { auditSavedForm } from './audit-form.ts'
import { findSavedForm, findSubmittedForm, lockSavedForm } from './find-form.ts'
import { type SavedFormRow, versionContent } from './form-rows.ts'
import {
  checkMayForm,
  type FindViewer,
  type FormViewer,
  guestViewer,
  patientViewer,
  staffViewer,
  withViewer,
} from './form-viewer.ts'
import { checkFormOpen } from './present-form.ts'
import { keyOfFile } from './stored-form-files.ts'
import { amendForm } from './submit-form.ts'

type UploadRequest = {
  params: { id: number }
  query: { item?: string | undefined }
  upload: FormUpload['receive']
}

const toUpload = (kind: FormUpload['kind'], { params, query, upload }: UploadRequest) => ({
  kind,
  id: params.id,
  item: query.item,
  receive: upload,
})

export const formUploadRoutes = {
  'PUT public/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, guestViewer(call), {
      ...toUpload('patient', request),
      reportProgress: null,
    }),
  'PUT private/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, patientViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/savedforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, staffViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/clinicianforms/{id}/upload_file/': (request, call) =>
    uploadFormFile(call, staffViewer(call), {
      ...toUpload('clinician', request),
      reportProgress: progressTo(call),
    }),
  'PUT public/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, guestViewer(call), { ...toUpload('patient', request), reportProgress: null }),
  'PUT private/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, patientViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
  'PUT admin/submittedforms/{id}/upload_file/': (request, call) =>
    amendByFile(call, staffViewer(call), {
      ...toUpload('patient', request),
      reportProgress: progressTo(call),
    }),
} satisfies Handlers

const MOST_FILES = 40
const MOST_BYTES = 200 * 1024 * 1024

type FormUpload = {
  kind: 'patient' | 'clinician'
  id: number
  /** It is the question; left out, it is the only one that takes files. */
  item: string | undefined
  receive: (take: FileReceiver) => Promise<void>
  reportProgress: ReportProgress | null
}

/**
 * Stores a file for a question of a draft. It lies on disk while it is looked at, never in memory.
 * @throws Refusal `not_found`, `not_allowed`, `conflict` as saving; `invalid` for what the question
 *   does not take, `too_large`, `unavailable`.
 */
async function uploadFormFile(
  call: Call,
  findViewer: FindViewer,
  { kind, id, item, receive, reportProgress }: FormUpload,
): Promise<AnsweredFile> {
  return await storeFormFile(call, findViewer, {
    find: (tx, viewer, isLocked) =>
      (isLocked ? lockSavedForm : findSavedForm)(tx, viewer, kind, id),
    checkMay: checkMayUpload,
    item,
    receive,
    reportProgress,
  })
}

/**
 * Stores a file for a question of a submitted form, and amends the form by it.
 * @throws Refusal as `uploadFormFile` and `amendForm`.
 */
async function amendByFile(
  call: Call,
  findViewer: FindViewer,
  { id, item, receive, reportProgress }: Omit<FormUpload, 'kind'>,
): Promise<AnsweredFile> {
  let question: FormItemByType<'file'> | undefined
  const file = await storeFormFile(call, findViewer, {
    find: async (tx, viewer, isLocked) => {
      const { saved_form_id } = await findSubmittedForm(tx, viewer, id)
      return await (isLocked ? lockSavedForm : findSavedForm)(tx, viewer, 'patient', saved_form_id)
    },
    checkMay: checkMayAmend,
    item,
    receive,
    reportProgress,
    onQuestion: (found) => {
      question = found
    },
  })
  await amendForm(call, findViewer, id, (known) => {
    const { id: name = '', multiple } = question ?? {}
    const before = multiple && Array.isArray(known[name]) ? (known[name] as AnsweredFile[]) : []
    return { answers: { ...known, [name]: [...before, file] }, reason: NO_REASON }
  })
  return file
}

type StoredUpload = Pick<FormUpload, 'item' | 'receive' | 'reportProgress'> & {
  find: (tx: Executor, viewer: FormViewer, isLocked: boolean) => Promise<SavedFormRow>
  checkMay: (call: Call, viewer: FormViewer, row: SavedFormRow) => void
  onQuestion?: (question: FormItemByType<'file'>) => void
}

async function storeFormFile(
  call: Call,
  findViewer: FindViewer,
  { find, checkMay, item, receive, reportProgress, onQuestion }: StoredUpload,
): Promise<AnsweredFile> {
  const question = await withViewer(call, findViewer, async (tx, viewer) => {
    const row = await find(tx, viewer, false)
    checkMay(call, viewer, row)
    return await fileQuestion(tx, call, row, item)
  })
  onQuestion?.(question)
  return await inTemporaryFolder(async (folder) => {
    const received = join(folder, 'received')
    let name = ''
    const progress = uploadProgress(reportProgress)
    await receive(async (file) => {
      name = file.name
      await pipeline(file.content, progress.counted(file), createWriteStream(received))
    })
    const type = await typeOfContent(received)
    if (type === null || !acceptedTypes(question.accept).includes(type)) {
      const text = formatAcceptedFiles(question.accept)
      throw refused(`This file cannot be used here. Choose a ${text} file`)
    }
    const content = await redrawn(received, folder, type)
    const { size: bytes } = await stat(content)
    const stored = { name: nameOfFile(name, type), type, bytes }
    const fileId = await withViewer(call, findViewer, async (tx, viewer) => {
      const row = await find(tx, viewer, true)
      checkMay(call, viewer, row)
      return await recordFile(tx, call, viewer, row, { item: question.id, ...stored })
    })
    // Recorded before it is written, so that no unknown file is left.
    await call.services.files.put(keyOfFile(fileId), await openAsBlob(content), type)
    await progress.done()
    return { id: fileId, ...stored }
  })
}

function checkMayUpload(call: Call, viewer: FormViewer, row: SavedFormRow): void {
  const action = row.kind === 'clinician' ? 'clinicianForm.change' : 'savedForm.change'
  checkMayForm(viewer, action, row.staff_id)
  checkFormOpen(viewer, 'change', row.kind, row, call.services.now())
  if (row.is_draft) return
  throw new Refusal('conflict', 'This form has been submitted.')
}

function checkMayAmend(call: Call, viewer: FormViewer, row: SavedFormRow): void {
  checkMayForm(viewer, 'submittedForm.amend', row.staff_id)
  checkFormOpen(viewer, 'amend', row.kind, row, call.services.now())
  if (row.is_draft) throw new Refusal('stale', 'This form is being changed.')
}

async function fileQuestion(
  tx: Executor,
  call: Call,
  row: SavedFormRow,
  id: string | undefined,
): Promise<FormItemByType<'file'>> {
  const { items } = await versionContent(call, tx, row)
  const takingFiles = items.filter((item) => item.type === 'file')
  if (id === undefined && takingFiles.length !== 1) {
    throw invalid({ item: ['Name the question that the file is for.'] })
  }
  const question =
    id === undefined ? takingFiles[0] : allItems(items).find((item) => item.id === id)
  if (question?.type !== 'file') throw invalid({ item: ['This form has no such question.'] })
  return question
}

const formats: Partial<Record<FileType, 'jpeg' | 'png' | 'webp'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
}

async function redrawn(path: string, folder: string, type: FileType): Promise<string> {
  const format = formats[type]
  return format ? await redrawImage(path, folder, format, refused) : path
}

const refused = (text: string, cause?: unknown) =>
  Object.assign(invalid({ file: [text] }), { cause })

async function recordFile(
  tx: Executor,
  call: Call,
  viewer: FormViewer,
  row: SavedFormRow,
  file: { item: string; name: string; type: FileType; bytes: number },
): Promise<string> {
  const { count, bytes } = await tx
    .selectFrom('form_file')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('bytes').as('bytes'),
    ])
    .where('saved_form_id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_FILES || Number(bytes) + file.bytes > MOST_BYTES) {
    throw refused('This form has as many files as it can take. Bring the others with you')
  }
  const { id } = await tx
    .insertInto('form_file')
    .values({
      saved_form_id: row.id,
      ...file,
      uploaded: new Date(call.services.now()),
      uploaded_by: viewer.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditSavedForm(tx, call, viewer, row, 'form.file_sent', { file: id, item: file.item })
  return id
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-file-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Percent of the file by this name has arrived. */
type ReportProgress = (progress: number, name: string) => Promise<void>

/** What has arrived is most of the work; the rest is looking at it and storing it. */
const ARRIVED = 90
const STEP = 5

/** Tells the person's pages how far a file is; guests have no channel. */
const progressTo =
  ({ services, viewer }: SignedInCall): ReportProgress =>
  (progress, name) =>
    services.progress.reportProgress(viewer.uuid, {
      type: 'progress',
      progress,
      name: name.slice(0, 200),
    })

function uploadProgress(reportProgress: ReportProgress | null) {
  let name = ''
  let reported = 0
  const report = async (progress: number) => {
    if (!reportProgress || progress < reported + STEP) return
    reported = progress
    await reportProgress(progress, name)
  }
  return {
    counted: ({ name: given, expectedBytes }: IncomingFile) => {
      name = given
      return async function* (pieces: AsyncIterable<Uint8Array>) {
        let bytes = 0
        for await (const piece of pieces) {
          bytes += piece.byteLength
          if (expectedBytes) await report(Math.floor((bytes / expectedBytes) * ARRIVED))
          yield piece
        }
      }
    },
    done: () => report(100),
  }
}
