import { z } from 'zod'
import { listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import type { Permission } from './permissions.ts'

type FieldOf<E extends z.ZodObject> = Extract<keyof z.infer<E>, string>

/** One kind of record: what it looks like, where it is, how it is searched and ordered. */
export type Resource<E extends z.ZodObject, Path extends string> = {
  /** What people call one, for descriptions: "GP surgery". */
  name: string
  /** The last part of its paths, as the specification writes it. */
  path: Path
  entity: E
  /** `search_text` alone, where a column of this name has all of it in small letters, and an index. */
  searchable: readonly FieldOf<E>[]
  orderable: readonly FieldOf<E>[]
  /** Order when none is asked for; `id` settles ties. */
  defaultOrder: FieldOf<E> | `${FieldOf<E>},${FieldOf<E>}`
}

/** Declares a resource, keeping the exact type of its entity. */
export const resource = <E extends z.ZodObject, const Path extends string>(
  definition: Resource<E, Path>,
): Resource<E, Path> => definition

/** The list call of a resource for visitors: paged, searchable, ordered. */
export const publicList = <
  E extends z.ZodObject,
  P extends string,
  const F extends z.ZodRawShape = Record<never, never>,
>(
  of: Resource<E, P>,
  filters: F = {} as F,
) =>
  operation({
    summary: `List: ${of.name}`,
    audience: 'public',
    query: z.strictObject({ ...listQuery, ...filters }),
    status: 200,
    response: paged(of.entity),
  })

/** The list call of a resource for staff who hold the permission. */
export const adminList = <E extends z.ZodObject, P extends string>(
  of: Resource<E, P>,
  permission: Permission,
) =>
  operation({
    summary: `List: ${of.name}`,
    audience: 'admin',
    permission,
    query: z.strictObject(listQuery),
    status: 200,
    response: paged(of.entity),
    errors: ['not_signed_in', 'not_allowed'],
  })
