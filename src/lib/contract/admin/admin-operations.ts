import { z } from 'zod'
import { chosenRecords, idText, listQuery, paged, seenVersion } from '../fields.ts'
import { operation } from '../operation.ts'
import { resolutions } from '../orphaned-appointments.ts'
import { DOWNLOADS_PEOPLE } from '../permissions.ts'
import { storedFields } from '../stored-fields.ts'
import {
  type AnyAdminResource,
  type Importing,
  lockField,
  OrphanPreview,
  permissionTo,
  RecordUse,
  RecordVersion,
  type Versions,
} from './admin-resource.ts'
import { type Bulk, BulkAnswer, bulkRequest, idsText } from './bulk.ts'
import { ImportAnswer, importUpload } from './import.ts'

const ofRecord = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed'] as const
const fresh = ({ freshSignIn }: AnyAdminResource) =>
  freshSignIn === 'always' && ({ freshSignIn: true } as const)
const writeRefusals = ({ freshSignIn }: AnyAdminResource) =>
  freshSignIn === 'for access' ? ([...refusals, 'sign_in_again'] as const) : refusals
const moving = ['conflict', 'slot_taken'] as const
/** Nobody who may not see a person's record is answered with it (docs/decisions/0059). */
const seeing = (of: AnyAdminResource) =>
  of.personal && ({ andPermission: permissionTo('view', of) } as const)

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
    andPermission: permissionTo('export', of),
    query: z.strictObject({
      search: listQuery.search,
      ordering: listQuery.ordering,
      ids: idsText.optional(),
      ...(of.filters as R['filters']),
    }),
    status: 200,
    file: 'text/csv',
    ...(permissionTo('export', of) === DOWNLOADS_PEOPLE && { freshSignIn: true }),
    cost: 'file',
    errors: refusals,
  })

const create = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Create: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('add', of),
    body: z.strictObject({ ...of.write.shape, ...addressFields(of) }) as unknown as R['write'],
    ...fresh(of),
    status: 201,
    response: of.entity as R['entity'],
    errors: writeRefusals(of),
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
    ...seeing(of),
    params: ofRecord,
    body: z.strictObject({
      ...storedFields(of.write.shape),
      ...addressFields(of),
      ...seen(of),
      ...(of.canOrphan && { resolutions }),
    }) as z.ZodObject<ReplacedFields<R> & Seen<R> & WithResolutions<R>, z.core.$strict>,
    ...fresh(of),
    status: 200,
    response: of.entity as R['entity'],
    errors: [...writeRefusals(of), 'not_found', 'stale', ...(of.canOrphan ? moving : [])],
  })

/** Older clients choose these by address; beside it the ids have no default. */
const addressFields = ({ references, write }: AnyAdminResource) =>
  Object.fromEntries(
    Object.entries(references).flatMap(([field, { urls } = {}]) =>
      urls === undefined
        ? []
        : [
            [urls, chosenRecords(MOST_ADDRESSES).optional()],
            [field, storedFields(write.shape)[field]],
          ],
    ),
  ) as Record<string, z.ZodOptional>

const MOST_ADDRESSES = 500

const remove = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Delete: ${of.name}; conflict where something still needs it`,
    audience: 'admin',
    permission: permissionTo('delete', of),
    params: ofRecord,
    body: z.strictObject({
      ...seen(of),
      ...(of.canOrphan && { resolutions }),
    }) as z.ZodObject<Seen<R> & WithResolutions<R>, z.core.$strict>,
    ...fresh(of),
    status: 204,
    errors: [
      ...writeRefusals(of),
      'not_found',
      'conflict',
      'stale',
      ...(of.canOrphan ? moving : []),
    ],
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
    summary: `Which appointments a change or a deletion would orphan: ${of.name}`,
    audience: 'admin',
    permission: permissionTo('change', of),
    ...seeing(of),
    params: ofRecord,
    body: z.strictObject({
      ...seen(of),
      write: z.strictObject(storedFields(of.write.shape)).nullable(),
    }) as z.ZodObject<
      Seen<R> & { write: z.ZodNullable<z.ZodObject<ReplacedFields<R>, z.core.$strict>> },
      z.core.$strict
    >,
    status: 200,
    response: OrphanPreview,
    errors: [...writeRefusals(of), 'not_found', 'conflict', 'stale'],
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

type ReplacedFields<R extends AnyAdminResource> = {
  [F in keyof R['write']['shape']]: z.ZodOptional<R['write']['shape'][F]>
}

const seen = (of: AnyAdminResource) => ({ [lockField(of)]: seenVersion })
type Seen<R extends AnyAdminResource> = R extends { versioned: Versions }
  ? { revision: typeof seenVersion }
  : { version: typeof seenVersion }

const imported = <R extends AnyAdminResource>(of: R) =>
  operation({
    summary: `Import from a CSV file: ${of.many}. Checks each row, or imports what was checked`,
    audience: 'admin',
    permission: permissionTo('add', of),
    upload: importUpload,
    cost: 'import',
    status: 200,
    response: ImportAnswer,
    errors: [...writeRefusals(of), 'conflict', 'stale', 'too_large', 'unsupported_media_type'],
  })

const atOnce = <R extends AnyAdminResource>(of: R, bulk: Bulk) => {
  const actions = Object.values(bulk)
  const [permission = permissionTo('delete', of), orPermission] = [
    ...(actions.some(({ set }) => set === null) ? [permissionTo('delete', of)] : []),
    ...(actions.some(({ set }) => set !== null) ? [permissionTo('change', of)] : []),
  ]
  return operation({
    summary: `Several at once, each by itself: ${of.many}. Says of each whether it is done, or why not`,
    audience: 'admin',
    permission,
    ...(orPermission && { orPermission }),
    ...seeing(of),
    body: bulkRequest(bulk, lockField(of)),
    cost: 'import',
    status: 200,
    response: BulkAnswer,
    errors: writeRefusals(of),
  })
}

type WithResolutions<R extends AnyAdminResource> = R extends { canOrphan: true }
  ? { resolutions: typeof resolutions }
  : Record<never, never>

type AdminOperations<R extends AnyAdminResource> = ListOperations<R> &
  (R extends { readOnly: true } ? unknown : RecordOperations<R>)

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
  (R extends { canOrphan: true }
    ? Record<`POST admin/${R['path']}/{id}/preview/`, ReturnType<typeof preview<R>>>
    : unknown) &
  (R extends { versioned: Versions }
    ? Record<`GET admin/${R['path']}/{id}/versions/`, ReturnType<typeof versions<R>>>
    : unknown) &
  (R extends { imports: Importing }
    ? Record<`POST admin/${R['path']}/import/`, ReturnType<typeof imported<R>>>
    : unknown) &
  (R extends { bulk: Bulk }
    ? Record<`POST admin/${R['path']}/bulk/`, ReturnType<typeof atOnce<R>>>
    : unknown)

const resourceOperations = <R extends AnyAdminResource>(of: R) =>
  ({
    // Comes before the paths with an id, because the first match answers.
    [`GET admin/${of.path}/export/`]: exported(of),
    [`GET admin/${of.path}/`]: list(of),
    ...(!of.readOnly && {
      [`POST admin/${of.path}/`]: create(of),
      [`GET admin/${of.path}/{id}/`]: read(of),
      [`PUT admin/${of.path}/{id}/`]: replace(of),
      [`DELETE admin/${of.path}/{id}/`]: remove(of),
      [`GET admin/${of.path}/{id}/uses/`]: uses(of),
    }),
    ...(of.canOrphan && { [`POST admin/${of.path}/{id}/preview/`]: preview(of) }),
    ...(of.versioned && { [`GET admin/${of.path}/{id}/versions/`]: versions(of) }),
    ...(of.imports && { [`POST admin/${of.path}/import/`]: imported(of) }),
    ...(of.bulk && { [`POST admin/${of.path}/bulk/`]: atOnce(of, of.bulk) }),
  }) as unknown as AdminOperations<R>

type AllOperations<R extends AnyAdminResource> = Together<
  R extends AnyAdminResource ? (calls: AdminOperations<R>) => void : never
>
type Together<Each> = [Each] extends [(calls: infer All) => void] ? All : never

export const adminOperations = <const R extends readonly AnyAdminResource[]>(resources: R) =>
  Object.assign({}, ...resources.map(resourceOperations)) as AllOperations<R[number]>
