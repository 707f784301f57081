import type { MiddlewareHandler } from 'hono'
import { contract } from '#lib/contract/contract.ts'
import type { Operation, Upload } from '#lib/contract/operation.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { AppContext, AppEnvironment } from './request-context.ts'

/** Boundaries and heads. */
const AROUND_BYTES = 4 * 1024
const UPLOAD_FIELDS_BYTES = 64 * 1024
/** Allows a few wrong parts, so that the answer can name them. */
const MOST_PARTS = 20
const LONGEST_HEAD_BYTES = 2048
const CLOSING = Buffer.from('--')
const MULTIPART =
  /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-](?:[\w'()+,./:=? -]{0,68}[\w'()+,./:=?-])?)\1\s*$/i

const uploads = (Object.entries(contract) as [string, Operation][])
  .filter(([, { upload }]) => upload)
  .map(([key]) => new RegExp(`^${key.replace(' ', ' /api/').replace(/\{\w+\}/g, '[^/]+')}?$`))

/** Calls with a file have their own limit. */
export const unlessUpload =
  (middleware: MiddlewareHandler<AppEnvironment>): MiddlewareHandler<AppEnvironment> =>
  (context, next) => {
    const call = `${context.req.method} ${context.req.path}`
    return uploads.some((upload) => upload.test(call)) ? next() : middleware(context, next)
  }

type ReadUpload = { content: Uint8Array; uploadFields: Record<string, string> }

/** @throws Refusal `unsupported_media_type`, `too_large`, or `invalid` by the field. */
export async function readUpload(context: AppContext, upload: Upload): Promise<ReadUpload> {
  const { field, largestBytes, uploadFields } = upload
  const [, , boundary] = MULTIPART.exec(context.req.header('Content-Type') ?? '') ?? []
  if (boundary === undefined) {
    throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  const most = largestBytes + AROUND_BYTES + (uploadFields ? UPLOAD_FIELDS_BYTES : 0)
  const body = await readWithin(context, most, largestBytes)
  if (isCostlyToParse(body, boundary)) throw invalid({ [field]: ['Choose one file.'] })
  // The boundary by which the parts were counted.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  const parts = await new Response(body as BodyInit, { headers }).formData().catch(() => {
    throw invalid({ [field]: ['The file did not arrive complete. Send it again.'] })
  })
  const said: [string, string][] = []
  for (const [name, value] of parts) {
    if (name === field) continue
    const isText = uploadFields !== undefined && Object.hasOwn(uploadFields.shape, name)
    if (!isText || typeof value !== 'string') {
      throw invalid({ [name.slice(0, 60)]: ['This field is not known.'] })
    }
    if (said.some(([earlier]) => earlier === name)) throw invalid({ [name]: ['Give this once.'] })
    said.push([name, value])
  }
  const [file, ...others] = parts.getAll(field)
  if (!(file instanceof File) || others.length > 0) {
    throw invalid({ [field]: ['Choose one file.'] })
  }
  if (file.size > largestBytes) throw tooLarge(context, largestBytes)
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    uploadFields: Object.fromEntries(said),
  }
}

/** Parsing many parts, or long heads, takes seconds. */
function isCostlyToParse(body: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`
  let place = body.indexOf(delimiter)
  for (let parts = 0; place >= 0 && parts <= MOST_PARTS; parts += 1) {
    const head = place + delimiter.length
    const isLast = body.subarray(head, head + 2).equals(CLOSING)
    if (!isLast && !body.subarray(head, head + LONGEST_HEAD_BYTES).includes('\r\n\r\n')) return true
    place = body.indexOf(delimiter, head)
  }
  return place >= 0
}

async function readWithin(
  context: AppContext,
  most: number,
  largestBytes: number,
): Promise<Buffer> {
  const announced = Number(context.req.header('Content-Length') ?? 0)
  if (announced > most) throw tooLarge(context, largestBytes)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of context.req.raw.body ?? []) {
      bytes += piece.byteLength
      if (bytes > most) break
      pieces.push(piece)
    }
  } catch (cause) {
    // The caller has gone: nothing went wrong here.
    throw new Refusal('invalid', 'The file did not arrive complete.', { cause })
  }
  if (bytes > most) throw tooLarge(context, largestBytes)
  return Buffer.concat(pieces)
}

function tooLarge(context: AppContext, largestBytes: number): Refusal {
  // The rest of the body is unread, so the connection cannot be reused.
  context.header('Connection', 'close')
  const megabytes = Math.floor(largestBytes / 1024 / 1024)
  return new Refusal('too_large', `The file must be ${megabytes} MB or smaller.`)
}
