import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

export type HeaderName =
  | 'Guest-User-Access-Token'
  | 'Slot-Hold-Token'
  | 'Idempotency-Key'
  /** A header, because addresses end up in logs and histories. */
  | 'Clinician-Pin-Code'
  | 'Unattended'

/** `guest` has an access token, `private` is for people's own records, `admin` for staff. */
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
      andPermission?: Permission
    }

export type Upload = {
  field: string
  largestBytes: number
  types: readonly string[]
  uploadFields?: z.ZodObject
  /** The handler takes the file while it arrives, once it knows that it may. */
  streamed?: true
}

export type IncomingFile = {
  name: string
  content: AsyncIterable<Uint8Array>
  expectedBytes: number | null
}

export type FileReceiver = (file: IncomingFile) => Promise<void>

/** Classes with limits of their own (docs/decisions/0045); `secret` counts with a PIN only. */
export const costs = ['secret', 'image', 'upload', 'file', 'import', 'report', 'search'] as const
export type Cost = (typeof costs)[number]

export type Operation = Access & {
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  bareList?: string
  upload?: Upload
  headers?: Partial<Record<HeaderName, 'required' | 'optional'>>
  /** 302: a window goes there. */
  status: 200 | 201 | 204 | 302
  response?: z.ZodType
  file?:
    | 'text/csv'
    | 'text/calendar'
    | 'application/json'
    | 'application/fhir+json'
    | 'application/octet-stream'
  errors?: readonly ErrorCode[]
  cost?: Cost
  freshSignIn?: true
}

export const operation = <const T extends Operation>(definition: T): T => definition

type Permissions = Pick<
  Extract<Access, { audience: 'admin' }>,
  'permission' | 'orPermission' | 'andPermission'
>
type Shared = Omit<Operation, 'audience' | keyof Permissions>

type At<Audience, Route, T> = Route extends `${infer Method} ${infer Path}`
  ? { [Key in `${Method} ${Audience & string}/${Path}`]: T }
  : never
type OfOwners<Route, T> = At<
  'public',
  Route,
  T & { audience: 'guest'; headers: { 'Guest-User-Access-Token': 'required' } }
> &
  At<'private', Route, T & { audience: 'private' }>

/**
 * One operation for everybody whom a record concerns: at `public/` for guests, who send the token of what
 * they own, at `private/` for people who are signed in, and at `admin/` for staff with the permissions.
 */
export function perAudience<const Route extends string, const T extends Shared>(
  route: Route,
  shared: T,
): OfOwners<Route, T>
export function perAudience<
  const Route extends string,
  const T extends Shared,
  const P extends Permissions,
>(
  route: Route,
  shared: T,
  staff: P,
): OfOwners<Route, T> & At<'admin', Route, T & P & { audience: 'admin' }>
export function perAudience(route: string, shared: Shared, staff?: Permissions) {
  const [method, path] = route.split(' ')
  const headers = { ...shared.headers, 'Guest-User-Access-Token': 'required' }
  const errors = [...(shared.errors ?? []), 'not_allowed']
  return {
    [`${method} public/${path}`]: { ...shared, audience: 'guest', headers },
    [`${method} private/${path}`]: { ...shared, audience: 'private' },
    ...(staff && {
      [`${method} admin/${path}`]: { ...shared, ...staff, audience: 'admin', errors },
    }),
  }
}

type DeclaredUploadFields<T> = T extends { upload: { uploadFields: infer UploadFields } }
  ? UploadFields
  : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Read<T> = T extends z.ZodType ? z.output<T> : undefined

export type Redirect = { to: string; cookies: string[] }

/** Text or bytes, piece by piece. An error breaks the answer off. */
export type FileAnswer = {
  name: string
  content: AsyncIterable<string | Uint8Array>
  type?: string
}

export type OperationInput<T extends Operation> = {
  params: Sent<T['params']>
  query: Sent<T['query']>
  body: Sent<T['body']>
  uploadFields: Sent<DeclaredUploadFields<T>>
}
export type OperationRequest<T extends Operation> = {
  params: Read<T['params']>
  query: Read<T['query']>
  body: Read<T['body']>
  upload: T['upload'] extends { streamed: true }
    ? (take: FileReceiver) => Promise<void>
    : T['upload'] extends Upload
      ? Uint8Array
      : undefined
  uploadFields: Read<DeclaredUploadFields<T>>
}
export type OperationResponse<T extends Operation> = T['response'] extends z.ZodType
  ? z.input<T['response']>
  : T['status'] extends 302
    ? Redirect
    : T['file'] extends string
      ? FileAnswer
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing
        void

export type HandlerAnswer<T extends Operation> = T['file'] extends string
  ? FileAnswer
  : OperationResponse<T>
