import type { z } from 'zod'
import type { ErrorCode, FieldErrors } from './errors.ts'
import type { Permission } from './permissions.ts'

/** Headers an operation may read, beyond those every call has. */
export type HeaderName =
  | 'Guest-User-Access-Token'
  | 'Slot-Hold-Token'
  | 'Idempotency-Key'
  /** Of a call that has no body: addresses end up in the logs of proxies and in histories. */
  | 'Clinician-Pin-Code'
  /** `true`: a page asks by itself. Being asked so does not keep anybody signed in. */
  | 'Unattended'

/**
 * Who may make a call: `public`: anyone; `guest`: the holder of a guest access token; `private`: who
 * is signed in, for their own records; `admin`: staff who hold the permission, or the other one.
 */
type Access =
  | {
      audience: 'public' | 'guest' | 'private'
      permission?: never
      orPermission?: never
      andPermission?: never
    }
  | {
      audience: 'admin'
      permission: Permission
      orPermission?: Permission
      /** Needed besides. */
      andPermission?: Permission
    }

/** A file that is sent: the name of its part, and what it may be. What it is, the server looks at. */
export type Upload = {
  field: string
  largestBytes: number
  types: readonly string[]
  /** What is said beside the file: text parts of the same body. */
  uploadFields?: z.ZodObject
}

/**
 * What a call costs the server beyond the ordinary. Each class has limits of its own
 * (docs/decisions/0045). `secret`: hashes a PIN, where the call carries one; `image`: decodes and
 * encodes an image; `file`: sends a whole list; `import`: writes many records; `report`: counts
 * over a period; `search`: compares people.
 */
export const costs = ['secret', 'image', 'file', 'import', 'report', 'search'] as const
export type Cost = (typeof costs)[number]

type Fields = Readonly<Record<string, unknown>>

/** One call of the API. The server's route, the typed client and the OpenAPI document come from it. */
export type Operation = Access & {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** One file in place of a body, as `multipart/form-data`. */
  upload?: Upload
  /** What of the fields that are read only, and were sent back, contradicts what is written. */
  contradicts?(sentBack: Fields, written: Fields): FieldErrors
  headers?: Partial<Record<HeaderName, 'required' | 'optional'>>
  /** 302: a window goes there; what answers is not for programs. */
  status: 200 | 201 | 204 | 302
  response?: z.ZodType
  /** Media type, where the answer is a file to keep rather than JSON. */
  file?: 'text/csv' | 'text/calendar'
  errors?: readonly ErrorCode[]
  /** Left out: ordinary. */
  cost?: Cost
}

/** Declares an operation, keeping the exact types of its schemas. */
export const operation = <const T extends Operation>(definition: T): T => definition

type UploadFieldsOf<T> = T extends { upload: { uploadFields: infer UploadFields } }
  ? UploadFields
  : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Read<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a 302 answers: where the window goes, and `Set-Cookie` headers. */
export type Redirect = { to: string; cookies: string[] }

/** What a file answers: its name, and its text piece by piece. What it throws breaks the answer off. */
export type FileAnswer = { name: string; content: AsyncIterable<string> }

/** What a caller hands over, as written. */
export type OperationInput<T extends Operation> = {
  params: Sent<T['params']>
  query: Sent<T['query']>
  body: Sent<T['body']>
  uploadFields: Sent<UploadFieldsOf<T>>
}
/** What the server works with, after validation. */
export type OperationRequest<T extends Operation> = {
  params: Read<T['params']>
  query: Read<T['query']>
  body: Read<T['body']>
  upload: T['upload'] extends Upload ? Uint8Array : undefined
  uploadFields: Read<UploadFieldsOf<T>>
}
export type OperationResponse<T extends Operation> = T['response'] extends z.ZodType
  ? z.input<T['response']>
  : T['status'] extends 302
    ? Redirect
    : T['file'] extends string
      ? FileAnswer
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing
        void
