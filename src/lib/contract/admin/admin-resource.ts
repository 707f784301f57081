import { z } from 'zod'
import type { AuditAction } from '../audit-actions.ts'
import type { FieldErrors } from '../errors.ts'
import { id, instant, version } from '../fields.ts'
import { OrphanedAppointment } from '../orphaned-appointments.ts'
import type { Permission } from '../permissions.ts'
import type { FieldName, Resource } from '../resource.ts'
import type { Bulk } from './bulk.ts'

type Model = {
  [P in Permission]: P extends `${infer App}.add_${infer Of}` ? `${App}.${Of}` : never
}[Permission]

export type Reference = {
  from: string
  label: string
  shown: string
  urls?: string
}

export type AdminResource<
  Entity extends z.ZodObject = z.ZodObject,
  Write extends z.ZodObject = z.ZodObject,
> = Resource<Entity, string> & {
  many: string
  screen: string
  /** Has `id`, `url` and the field that counts its changes (`lockField`). */
  entity: Entity
  write: Write
  labels: Readonly<Record<string, string>>
  namedBy: FieldName<Entity>
  filters: z.ZodRawShape
  references: { readonly [Field in FieldName<Write>]?: Reference }
  model: Model
  /** Actions that take another permission than the model's. */
  permissions?: Partial<Record<Action, Permission>>
  audit: string
  personal?: {
    patient: FieldName<Entity>
    trail: Record<'created' | 'changed' | 'deleted' | 'exported' | 'listed' | 'read', AuditAction>
  }
  /** Checks what a schema cannot express: rules about two fields, or about new records only. */
  check?(written: z.infer<Write>, about: { isNew: boolean }): FieldErrors
  /** Changes that orphan appointments need `resolutions`; `preview` lists them with openings. */
  canOrphan?: boolean
  /** Other calls change these records: they are listed and exported here. */
  readOnly?: boolean
  /** Versions are kept; `revision` guards against overwriting (docs/decisions/0026). */
  versioned?: Versions
  imports?: Importing
  bulk?: Bulk<FieldName<Write>>
  /** These writes count only after a fresh sign-in (docs/decisions/0116). */
  freshSignIn?: 'always' | 'for access'
}

export type Versions = { kept: readonly string[] }

export type Importing = {
  /** Names the column that finds the record of a row; null stands for ids only. */
  key: string | null
  named: readonly string[]
}

export type AnyAdminResource = AdminResource

export type AdminRecord = { id: number; [field: string]: unknown }

export const lockField = ({ versioned }: AnyAdminResource) => (versioned ? 'revision' : 'version')

export const ownVersion = { version, subversion: z.int().nonnegative() }

export const RecordVersion = z.object({
  ...ownVersion,
  made: instant,
  made_by_name: z.string(),
  kept: z.record(z.string(), z.unknown()),
})
export type RecordVersion = z.infer<typeof RecordVersion>

/** Keeps the exact type. TypeScript would not infer `check`, so it states its parameters. */
export const adminResource = <const D extends AnyAdminResource>(
  definition: D &
    AdminResource<D['entity'], D['write']> &
    Only<D, keyof AdminResource> & {
      references: Only<D['references'], FieldName<D['write']>>
    },
): D => definition

/** Refuses every other key: with an inferred type, TypeScript does not look for misspelt ones. */
type Only<T, Keys> = { readonly [Key in keyof T]: Key extends Keys ? unknown : never }

type Action = 'add' | 'change' | 'delete' | 'view' | 'export'

export function permissionTo(
  action: Action,
  { model, permissions = {} }: Pick<AnyAdminResource, 'permissions'> & { model: string },
): Permission {
  const [app, of] = model.split('.')
  // Those who may change records may see all of them.
  const named = action === 'export' ? 'change' : action
  return permissions[action] ?? (`${app}.${named}_${of}` as Permission)
}

/**
 * Lists records of one kind that need a record; names are given only where they are not personal.
 */
export const RecordUse = z.object({
  what: z.string(),
  count: z.int().positive(),
  names: z.array(z.string()),
})
export type RecordUse = z.infer<typeof RecordUse>

export const OrphanPreview = z.object({
  orphaned: z.array(OrphanedAppointment),
  /** The caller may not see these, and can only keep them. */
  unseen: z.array(z.object({ id, version })),
})
export type OrphanPreview = z.infer<typeof OrphanPreview>
