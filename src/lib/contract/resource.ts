import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { idText, listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import type { Permission } from './permissions.ts'

export type FieldName<E extends z.ZodObject> = Extract<keyof z.infer<E>, string>

export type Resource<E extends z.ZodObject, Path extends string> = {
  name: string
  path: Path
  entity: E
  searchable: readonly FieldName<E>[]
  orderable: readonly FieldName<E>[]
  /** `id` settles ties. */
  defaultOrder: FieldName<E> | `${FieldName<E>},${FieldName<E>}`
  /** Settles ties of a field before `id`, in the same direction. */
  thenBy?: Readonly<Partial<Record<FieldName<E>, FieldName<E>>>>
}

export const resource = <E extends z.ZodObject, const Path extends string>(
  definition: Resource<E, Path>,
): Resource<E, Path> => definition

type Reader =
  | { audience: 'public' | 'private' }
  | { audience: 'admin'; permission: Permission; orPermission?: Permission }

const refusalsByAudience = {
  public: ['invalid'],
  private: ['invalid', 'not_signed_in'],
  admin: ['invalid', 'not_signed_in', 'not_allowed'],
} as const satisfies Record<Reader['audience'], readonly ErrorCode[]>

type Answers<R extends Reader> = R & {
  summary: string
  status: 200
  errors: (typeof refusalsByAudience)[R['audience']]
}
type ListCall<E extends z.ZodObject, R extends Reader, F extends z.ZodRawShape> = Answers<R> & {
  query: z.ZodObject<typeof listQuery & F, z.core.$strict>
  response: ReturnType<typeof paged<E>>
}
type ItemCall<E extends z.ZodObject, R extends Reader, F extends z.ZodRawShape> = Answers<R> & {
  params: typeof ofRecord
  query: z.ZodObject<F, z.core.$strict>
  response: E
}

const ofRecord = z.strictObject({ id: idText })

export const reading = <
  E extends z.ZodObject,
  P extends string,
  const R extends Reader,
  const Q extends z.ZodRawShape = Record<never, never>,
  const F extends z.ZodRawShape = Record<never, never>,
>(
  of: Resource<E, P>,
  reader: R,
  { query = {} as Q, filters = {} as F }: { query?: Q; filters?: F } = {},
) => {
  const errors = refusalsByAudience[reader.audience]
  const list = operation({
    ...reader,
    summary: `List: ${of.name}`,
    query: z.strictObject({ ...listQuery, ...query, ...filters }),
    status: 200,
    response: paged(of.entity),
    errors,
  })
  const item = operation({
    ...reader,
    summary: `Read: ${of.name}`,
    params: ofRecord,
    query: z.strictObject(query),
    status: 200,
    response: of.entity,
    errors: [...errors, 'not_found'],
  })
  const path = `${reader.audience}/${of.path}`
  return { [`GET ${path}/`]: list, [`GET ${path}/{id}/`]: item } as unknown as Record<
    `GET ${R['audience']}/${P}/`,
    ListCall<E, R, Q & F>
  > &
    Record<`GET ${R['audience']}/${P}/{id}/`, ItemCall<E, R, Q>>
}
