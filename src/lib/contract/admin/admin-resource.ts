import { z } from 'zod'
import type { AuditAction } from '../audit-actions.ts'
import type { FieldErrors } from '../errors.ts'
import { id, instant, version } from '../fields.ts'
import { OrphanedAppointment } from '../orphaned-appointments.ts'
import type { Permission } from '../permissions.ts'
import type { FieldOf, Resource } from '../resource.ts'
import type { Bulk } from './bulk.ts'

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
> = Resource<Entity, string> & {
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
  namedBy: FieldOf<Entity>
  /** The query of its list beyond paging, search and order. */
  filters: z.ZodRawShape
  references: { readonly [Field in FieldOf<Write>]?: Reference }
  model: Model
  /** Where an action takes another permission than its model's. */
  permissions?: Partial<Record<Action, Permission>>
  /** What the trail calls one of them, as its table is called unless its `Store` says otherwise. */
  audit: string
  /** A line of the list, where it has less than the record. */
  listed?: z.ZodObject
  /** The records are people's own: the trail says whose were read, in words of their own. */
  personal?: {
    /** The field that says whose a record is. */
    patient: FieldOf<Entity>
    trail: Record<'created' | 'changed' | 'deleted' | 'exported' | 'listed' | 'read', AuditAction>
  }
  /** Rules about two fields together, or about new records alone, which a schema cannot express. */
  check?(written: z.infer<Write>, about: { isNew: boolean }): FieldErrors
  /**
   * A change or a deletion can orphan appointments. It is refused until `resolutions` has one for
   * each; `preview` lists them with openings.
   */
  canOrphan?: boolean
  /** Listed and taken away as a file; what changes its records are calls of their own. */
  readOnly?: boolean
  /**
   * It has versions, each of which is kept. `version` and `subversion` are then its own, and what
   * guards it against being overwritten is `revision` (docs/decisions/0026).
   */
  versioned?: Versions
  /** It is taken in from a file, too. */
  imports?: Importing
  /** What can be done with several records at once (docs/decisions/0032). */
  bulk?: Bulk<FieldOf<Write>>
}

/** The fields that a version keeps: an edit of any of them makes a new one. */
export type Versions = { kept: readonly string[] }

export type Importing = {
  /** The field by which a row of a file is that of a record; null where only numbers are sure. */
  key: string | null
  /** The fields that name a row in the report of an import. */
  named: readonly string[]
}

export type AnyAdminResource = AdminResource

/** A record as the API answers with it, where its resource is known only when a screen runs. */
export type AdminRecord = { id: number; [field: string]: unknown }

/** The field that counts a record's changes: a write sends the number that the caller saw. */
export const lockOf = ({ versioned }: AnyAdminResource) => (versioned ? 'revision' : 'version')

/** A version of a record of its own; `subversion` counts the small corrections of it. */
export const ownVersion = { version, subversion: z.int().nonnegative() }

export const RecordVersion = z.object({
  ...ownVersion,
  made: instant,
  /** Whose edit made it; empty where the trail does not know. */
  made_by_name: z.string(),
  /** What it kept, in the order of the definition. */
  kept: z.record(z.string(), z.unknown()),
})
export type RecordVersion = z.infer<typeof RecordVersion>

/**
 * Declares a resource of the administration area, keeping its exact type. `check` states the types of
 * its parameters, because TypeScript would otherwise not infer those of the definition.
 */
export const adminResource = <const D extends AnyAdminResource>(
  definition: D &
    AdminResource<D['entity'], D['write']> &
    Only<D, keyof AdminResource> & {
      references: Only<D['references'], FieldOf<D['write']>>
    },
): D => definition

/** Refuses every other key: with an inferred type, TypeScript does not look for misspelt ones. */
type Only<T, Keys> = { readonly [Key in keyof T]: Key extends Keys ? unknown : never }

/** `export`: to download the list as a file, beside seeing it. */
type Action = 'add' | 'change' | 'delete' | 'view' | 'export'

/** The permission that an action on the records of a resource takes. */
export function permissionTo(
  action: Action,
  { model, permissions = {} }: Pick<AnyAdminResource, 'permissions'> & { model: string },
): Permission {
  const [app, of] = model.split('.')
  // People who may change records may see all of them.
  const named = action === 'export' ? 'change' : action
  return permissions[action] ?? (`${app}.${named}_${of}` as Permission)
}

/** The records of one kind that need a record; names only where they are not personal data. */
export const RecordUse = z.object({
  what: z.string(),
  count: z.int().positive(),
  names: z.array(z.string()),
})
export type RecordUse = z.infer<typeof RecordUse>

export const OrphanPreview = z.object({
  /** In the order of time, each with free places. */
  orphaned: z.array(OrphanedAppointment),
  /** Those that the caller may not see: they can only be kept. */
  unseen: z.array(z.object({ id, version })),
})
export type OrphanPreview = z.infer<typeof OrphanPreview>
