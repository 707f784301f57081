import { z } from 'zod'
import type { AuditSubject } from '#lib/audit-actions.ts'
import { decisions, StrandedAppointment } from '../availabilities.ts'
import type { FieldErrors } from '../errors.ts'
import { id, idText, instant, listQuery, paged, version } from '../fields.ts'
import { operation } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import type { Resource } from '../resource.ts'
import { ImportAnswer, ImportRequest } from './import.ts'

/** `app.model` of each kind of record that the permissions know by add, change, delete and view. */
type Model = {
  [P in Permission]: P extends `${infer App}.add_${infer Of}` ? `${App}.${Of}` : never
}[Permission]

/** A field of what is written that holds another record's id, or the ids of several. */
export type Reference = {
  /** The path of the resource that it is chosen from: its list is searched. */
  from: string
  /** The field of that list's records that people choose by. */
  label: string
  /** The field of this resource's own records that has the chosen record's name; of several, a list. */
  shown: string
  /** Of several: the field that has their addresses, where the specification says so. */
  urls?: string
}

/**
 * One kind of record that staff keep: everything about it that travels. The routes, the typed
 * client, the OpenAPI document, the access tests and the screens are made from it.
 */
export type AdminResource<
  Entity extends z.ZodObject = z.ZodObject,
  Write extends z.ZodObject = z.ZodObject,
  Path extends string = string,
  Filters extends z.ZodRawShape = z.ZodRawShape,
  Strands extends boolean = boolean,
  ReadOnly extends boolean = boolean,
  Versioned = Versions | undefined,
  Imports extends Importing | undefined = Importing | undefined,
> = Resource<Entity, Path> & {
  /** As `name`, of several. */
  many: string
  /** The last part of its screen's path (specification, section 2). */
  screen: string
  /** Has `id`, `url` and what counts its changes (`lockOf`). */
  entity: Entity
  /** What is sent to make one or to replace it, with every default. */
  write: Write
  /** What people call each field of `write`, and of `entity` where a file or a column has it. */
  labels: Readonly<Record<string, string>>
  /** The field of the entity that stands for a record: "Phlebotomy". */
  namedBy: Extract<keyof z.infer<Entity>, string>
  /** The query of its list beyond paging, search and order. */
  filters: Filters
  references: { readonly [Field in Extract<keyof z.infer<Write>, string>]?: Reference }
  model: Model
  audit: AuditSubject
  /** What two fields together cannot be, which their schemas cannot say. */
  check?(written: z.infer<Write>): FieldErrors
  /**
   * A change or a deletion can leave appointments without somebody who may take them. It is refused
   * until `stranded` says what becomes of each; `preview` says which they are, with free places.
   */
  strands?: Strands
  /** Listed and taken away as a file; what changes its records are calls of their own. */
  readOnly?: ReadOnly
  /**
   * It has versions, each of which is kept. `version` and `subversion` are then its own, and what
   * guards it against being overwritten is `revision` (docs/decisions/0026).
   */
  versioned?: Versioned
  /** It is taken in from a file, too. */
  imports?: Imports
}

/** The fields that a version keeps: an edit of any of them makes a new one. */
type Versions = { kept: readonly string[] }

/** The field by which a row of a file is that of a record, where the file has no numbers. */
type Importing = { key: string }

export type AnyAdminResource = AdminResource

/** A record as the API answers with it, where its resource is known only when a screen runs. */
export type AdminRecord = { id: number; [field: string]: unknown }

/** The field that counts a record's changes: whoever writes says which number they have seen. */
export const lockOf = ({ versioned }: { versioned?: unknown }) =>
  versioned ? 'revision' : 'version'

/** A version of a record of its own; `subversion` counts the small corrections of it. */
export const ownVersion = { version, subversion: z.int().nonnegative() }

const RecordVersion = z.object({
  ...ownVersion,
  made: instant,
  /** Whose edit made it; empty where the trail does not know. */
  made_by_name: z.string(),
  /** What it kept, in the order of the definition. */
  kept: z.record(z.string(), z.unknown()),
})
export type RecordVersion = z.infer<typeof RecordVersion>

/** Declares a resource of the administration area, keeping the exact types of its schemas. */
export const adminResource = <
  Entity extends z.ZodObject,
  Write extends z.ZodObject,
  const Path extends string,
  Filters extends z.ZodRawShape = Record<never, never>,
  const Strands extends boolean = false,
  const ReadOnly extends boolean = false,
  const Versioned extends Versions | undefined = undefined,
  const Imports extends Importing | undefined = undefined,
>(
  definition: AdminResource<Entity, Write, Path, Filters, Strands, ReadOnly, Versioned, Imports>,
): AdminResource<Entity, Write, Path, Filters, Strands, ReadOnly, Versioned, Imports> => definition

type Action = 'add' | 'change' | 'delete' | 'view'

/** The permission that an action on the records of a resource takes. */
export function permissionTo(action: Action, { model }: { model: string }): Permission {
  const [app, of] = model.split('.')
  return `${app}.${action}_${of}` as Permission
}

/** What still needs a record, of one kind; names only where they are nobody's personal data. */
const RecordUse = z.object({
  what: z.string(),
  count: z.int().positive(),
  names: z.array(z.string()),
})
export type RecordUse = z.infer<typeof RecordUse>

const Stranding = z.object({
  /** In the order of time, each with free places. */
  stranded: z.array(StrandedAppointment),
  /** The same of whoever may not see others' appointments: they can be left, and that is all. */
  unseen: z.array(z.object({ id, version })),
})
export type Stranding = z.infer<typeof Stranding>

const ofRecord = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed'] as const
/** What a move of a stranded appointment can be refused with, besides. */
const moving = ['conflict', 'slot_taken'] as const

const list = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `List: ${of.many}`,
    audience: 'admin',
    permission: permissionTo('view', of),
    query: z.strictObject({ ...listQuery, ...(of.filters as R['filters']) }),
    status: 200,
    response: paged(of.entity as R['entity']),
    errors: refusals,
  })

const exported = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `The same list as CSV: ${of.many}, at most 100,000 lines; the trail records it`,
    audience: 'admin',
    permission: permissionTo('view', of),
    query: z.strictObject({
      search: listQuery.search,
      ordering: listQuery.ordering,
      ...(of.filters as R['filters']),
    }),
    status: 200,
    file: 'text/csv',
    errors: refusals,
  })

const create = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Create: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('add', of),
    body: of.write as R['write'],
    status: 201,
    response: of.entity as R['entity'],
    errors: refusals,
  })

const read = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Read: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('view', of),
    params: ofRecord,
    status: 200,
    response: of.entity as R['entity'],
    errors: [...refusals, 'not_found'],
  })

const replace = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Replace: ${of.name}; stale where somebody has changed it since, with who and what`,
    audience: 'admin',
    permission: permissionTo('change', of),
    params: ofRecord,
    body: z.strictObject({
      ...(of.write.shape as R['write']['shape']),
      ...seen(of),
      ...(of.strands && { stranded: decisions }),
    }) as z.ZodObject<R['write']['shape'] & Seen<R> & Decided<R>, z.core.$strict>,
    status: 200,
    response: of.entity as R['entity'],
    errors: [...refusals, 'not_found', 'stale', ...(of.strands ? moving : [])],
  })

const remove = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Delete: ${of.name}; conflict where something still needs it`,
    audience: 'admin',
    permission: permissionTo('delete', of),
    params: ofRecord,
    body: z.strictObject({
      ...seen(of),
      ...(of.strands && { stranded: decisions }),
    }) as z.ZodObject<Seen<R> & Decided<R>, z.core.$strict>,
    status: 204,
    errors: [...refusals, 'not_found', 'conflict', 'stale', ...(of.strands ? moving : [])],
  })

const uses = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `What still needs it, and so keeps it from being deleted: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('delete', of),
    params: ofRecord,
    status: 200,
    response: z.object({ results: z.array(RecordUse) }),
    errors: [...refusals, 'not_found'],
  })

const preview = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Which appointments a change or a deletion would strand: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('change', of),
    params: ofRecord,
    body: z.strictObject({
      ...seen(of),
      /** What it would be replaced by; null for a deletion. */
      write: (of.write as R['write']).nullable(),
    }) as z.ZodObject<Seen<R> & { write: z.ZodNullable<R['write']> }, z.core.$strict>,
    status: 200,
    response: Stranding,
    errors: [...refusals, 'not_found', 'conflict', 'stale'],
  })

const versions = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Every version it has had, the present one first: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('view', of),
    params: ofRecord,
    status: 200,
    response: z.object({ results: z.array(RecordVersion) }),
    errors: [...refusals, 'not_found'],
  })

/** Which state of a record somebody has seen. */
const seen = (of: AnyAdminResource) => ({ [lockOf(of)]: version })
type Seen<R extends AnyAdminResource> = R['versioned'] extends Versions
  ? { revision: typeof version }
  : { version: typeof version }

const imported = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `From a CSV file: ${of.many}. Says row by row what would become of it, or does what was said`,
    audience: 'admin',
    permission: permissionTo('add', of),
    body: ImportRequest,
    status: 200,
    response: ImportAnswer,
    errors: [...refusals, 'stale'],
  })

type Decided<R extends AnyAdminResource> = true extends R['strands']
  ? { stranded: typeof decisions }
  : Record<never, never>

/** The calls of a resource by their keys in the contract. */
type AdminOperations<R extends AnyAdminResource> = ListOperations<R> &
  (true extends R['readOnly'] ? unknown : RecordOperations<R>)

type ListOperations<R extends AnyAdminResource> = Record<
  `GET admin/${R['path']}/`,
  ReturnType<typeof list<R>>
> &
  Record<`GET admin/${R['path']}/export/`, ReturnType<typeof exported<R>>>

type RecordOperations<R extends AnyAdminResource> = Record<
  `POST admin/${R['path']}/`,
  ReturnType<typeof create<R>>
> &
  Record<`GET admin/${R['path']}/{id}/`, ReturnType<typeof read<R>>> &
  Record<`PUT admin/${R['path']}/{id}/`, ReturnType<typeof replace<R>>> &
  Record<`DELETE admin/${R['path']}/{id}/`, ReturnType<typeof remove<R>>> &
  Record<`GET admin/${R['path']}/{id}/uses/`, ReturnType<typeof uses<R>>> &
  (true extends R['strands']
    ? Record<`POST admin/${R['path']}/{id}/preview/`, ReturnType<typeof preview<R>>>
    : unknown) &
  (R['versioned'] extends Versions
    ? Record<`GET admin/${R['path']}/{id}/versions/`, ReturnType<typeof versions<R>>>
    : unknown) &
  ([Extract<R['imports'], Importing>] extends [never]
    ? unknown
    : Record<`POST admin/${R['path']}/import/`, ReturnType<typeof imported<R>>>)

/** The calls of a resource: its lists, and what can be done with one of its records. */
export const adminOperations = <R extends AnyAdminResource>(of: R) =>
  ({
    // Before what an id can stand for: whoever serves them asks in this order.
    [`GET admin/${of.path}/export/`]: exported(of),
    [`GET admin/${of.path}/`]: list(of),
    ...(!of.readOnly && {
      [`POST admin/${of.path}/`]: create(of),
      [`GET admin/${of.path}/{id}/`]: read(of),
      [`PUT admin/${of.path}/{id}/`]: replace(of),
      [`DELETE admin/${of.path}/{id}/`]: remove(of),
      [`GET admin/${of.path}/{id}/uses/`]: uses(of),
    }),
    ...(of.strands && { [`POST admin/${of.path}/{id}/preview/`]: preview(of) }),
    ...(of.versioned && { [`GET admin/${of.path}/{id}/versions/`]: versions(of) }),
    ...(of.imports && { [`POST admin/${of.path}/import/`]: imported(of) }),
  }) as unknown as AdminOperations<R>
