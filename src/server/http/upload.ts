import { buffer } from 'node:stream/consumers'
import Busboy, { type BusboyFileStream } from '@fastify/busboy'
import type { MiddlewareHandler } from 'hono'
import { contract } from '#lib/contract/contract.ts'
import type { FileReceiver, IncomingFile, Operation, Upload } from '#lib/contract/operation.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { AppContext, AppEnvironment } from './request-context.ts'

const AROUND_BYTES = 4 * 1024
const UPLOAD_FIELDS_BYTES = 64 * 1024
/** Allows a few wrong parts, so that the answer can name them. */
const MOST_PARTS = 20
const LONGEST_HEAD_BYTES = 2048
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

export async function readUpload(context: AppContext, upload: Upload) {
  let content = new Uint8Array()
  const uploadFields = await streamUpload(context, upload, async (file) => {
    content = await buffer(file.content)
  })
  return { content, uploadFields }
}

/**
 * Hands the file to `take` while it arrives, so that it never lies in memory as a whole. `take` reads
 * it to its end.
 * @returns the fields beside it.
 * @throws Refusal `unsupported_media_type`, `too_large`, or `invalid` by the field; as `take`.
 */
export async function streamUpload(
  context: AppContext,
  upload: Upload,
  take: FileReceiver,
): Promise<Record<string, string>> {
  const { largestBytes, uploadFields } = upload
  const [, , boundary] = MULTIPART.exec(context.req.header('Content-Type') ?? '') ?? []
  if (boundary === undefined) {
    throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.')
  }
  const most = largestBytes + AROUND_BYTES + (uploadFields ? UPLOAD_FIELDS_BYTES : 0)
  const announced = Number(context.req.header('Content-Length') ?? 0)
  if (announced > most) throw tooLarge(context, largestBytes)
  const parts = readParts(boundary, upload, {
    take: (file) => take({ ...file, expectedBytes: announced || null }),
    onTooLarge: () => tooLarge(context, largestBytes),
  })
  try {
    let bytes = 0
    for await (const piece of context.req.raw.body ?? []) {
      bytes += piece.byteLength
      if (bytes > most) throw tooLarge(context, largestBytes)
      // What follows a failure is read as well, because the caller hears of it only then.
      await parts.write(piece)
    }
  } catch (cause) {
    parts.fail(cause)
  }
  return await parts.end()
}

type Taking = {
  take: (file: Omit<IncomingFile, 'expectedBytes'>) => Promise<void>
  onTooLarge: () => Refusal
}

/** It takes pieces, and gives the fields at the end. */
function readParts(
  boundary: string,
  { field, largestBytes, uploadFields }: Upload,
  { take, onTooLarge }: Taking,
) {
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      files: 1,
      fileSize: largestBytes,
      fieldSize: UPLOAD_FIELDS_BYTES,
      parts: MOST_PARTS,
      headerSize: LONGEST_HEAD_BYTES,
    },
  })
  const fields = new Map<string, string>()
  const problems = new Map<string, string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let arriving: BusboyFileStream | undefined
  let taking: Promise<void> | undefined
  let failure: unknown
  const fail = (cause: unknown) => {
    failure ??= cause
    // The parser leaves the file's stream open, and `take` would wait for the rest.
    arriving?.destroy(cause as Error)
    end()
  }
  parser.on('file', (name, content, fileName) => {
    arriving = content.on('error', () => undefined).on('limit', () => fail(onTooLarge()))
    if (name === field) taking = take({ name: fileName, content }).catch(fail)
    else {
      problems.set(shortened(name), UNKNOWN)
      content.resume()
    }
  })
  parser.on('field', (name, value) => {
    const isKnown = uploadFields !== undefined && Object.hasOwn(uploadFields.shape, name)
    if (name === field) problems.set(field, CHOOSE_ONE)
    else if (!isKnown) problems.set(shortened(name), UNKNOWN)
    else if (fields.has(name)) problems.set(name, 'Give this once.')
    else fields.set(name, value)
  })
  const tooMany = () => fail(invalid({ [field]: [CHOOSE_ONE] }))
  parser.on('filesLimit', tooMany).on('partsLimit', tooMany)
  parser.on('error', fail).on('finish', end)
  return {
    fail,
    write: async (piece: Uint8Array) => {
      if (failure instanceof Refusal && failure.code === 'too_large') throw failure
      if (failure !== undefined) return
      const taken = new Promise<void>((resolve) => parser.write(piece, () => resolve()))
      await Promise.race([taken, ended])
    },
    end: async () => {
      if (failure === undefined) parser.end()
      await ended
      await taking
      if (failure instanceof Refusal) throw failure
      if (failure !== undefined) throw incomplete(field, failure)
      for (const [name, problem] of problems) throw invalid({ [name]: [problem] })
      if (!taking) throw invalid({ [field]: [CHOOSE_ONE] })
      return Object.fromEntries(fields)
    },
  }
}

const CHOOSE_ONE = 'Choose one file.'
const UNKNOWN = 'This field is not known.'

/** The caller has gone, or sent no parts: nothing went wrong here. */
const incomplete = (field: string, cause: unknown) =>
  new Refusal('invalid', 'The file did not arrive complete.', {
    fields: { [field]: ['The file did not arrive complete. Send it again.'] },
    cause,
  })

const shortened = (name: string) => name.slice(0, 60)

function tooLarge(context: AppContext, largestBytes: number): Refusal {
  context.header('Connection', 'close')
  const megabytes = Math.floor(largestBytes / 1024 / 1024)
  return new Refusal('too_large', `The file must be ${megabytes} MB or smaller.`)
}
