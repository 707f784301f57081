import { sql } from 'kysely'
import type { EffectivePermissions, PermissionSource } from '#lib/contract/effective-permissions.ts'
import { allergies, gpSurgeries } from '#lib/contract/people.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { permissionsResource } from '#lib/contract/users.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { endPersonLinks } from '../identity/guest-links.ts'
import { notFound } from '../refusals/refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { expiringCompetencyRoutes } from './expiring-competencies.ts'
import { guestUserRoutes } from './guest-users.ts'
import { mergedInto } from './merged-into.ts'
import { userChangeRoutes } from './users.ts'

const SURGERY_FIELDS = [
  'id',
  'name',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'telephone',
  'email',
] as const

const allergyRows = ({ services }: Call) =>
  services.db.selectFrom('allergy').select(['id', 'name', 'description'])

export const peopleRoutes = {
  ...readingRoutes('public', gpSurgeries, {
    rows: ({ services }) => services.db.selectFrom('gp_surgery').select(SURGERY_FIELDS),
  }),
  ...readingRoutes('public', allergies, { rows: allergyRows }),
  ...readingRoutes('private', allergies, { rows: allergyRows }),

  'GET public/addresses/autocomplete/{query}/': async ({ params }, { services }) => ({
    suggestions: await services.addresses.suggest(params.query),
  }),

  'GET public/addresses/{id}/': async ({ params }, { services }) => {
    const address = await services.addresses.find(params.id)
    if (!address) throw notFound('This address')
    return address
  },
  ...guestUserRoutes,
  ...expiringCompetencyRoutes,
  ...userChangeRoutes,

  'POST admin/users/{id}/end-links/': ({ params }, call) => endPersonLinks(call, params.id),

  'GET admin/users/{id}/permissions/': ({ params }, call) =>
    readEffectivePermissions(call, params.id),

  ...readingRoutes('admin', permissionsResource, {
    rows: ({ services }) =>
      services.db
        .selectFrom('permission')
        .select(['id', 'name'])
        .$narrowType<{ name: Permission }>(),
  }),
} satisfies Handlers

async function readEffectivePermissions(
  call: SignedInCall,
  personId: number,
): Promise<EffectivePermissions> {
  return await call.services.db.transaction().execute(async (tx) => {
    const { id = personId } = (await mergedInto(tx, personId)) ?? {}
    const person = await tx
      .selectFrom('person')
      .where('id', '=', id)
      .select(['is_active', 'is_superuser'])
      .select(
        sql<boolean>`is_staff or is_superuser or exists (
          select from staff where person_id = person.id and is_active and not is_deleted)`.as(
          'works_here',
        ),
      )
      .executeTakeFirstOrThrow(() => notFound('This user'))
    if (id !== call.viewer.personId) {
      await auditByViewer(tx, call, {
        action: 'person.read',
        subjectType: 'person',
        subjectId: id,
        patientId: id,
        change: { view: 'permissions' },
      })
    }
    const { is_superuser, ...state } = person
    return { id, ...state, results: await withSources(tx, id, is_superuser) }
  })
}

async function withSources(executor: Executor, personId: number, isSuperuser: boolean) {
  const { rows } = await sql<{ name: Permission; sources: PermissionSource[] }>`
    with given as (
      select permission_id, 2 as place, '' as title, json_build_object('kind', 'personal') as source
      from person_permission where person_id = ${personId}
      union all
      select permission_id, 3, name, json_build_object('kind', 'group', 'id', id, 'name', name)
      from person_permission_group
        join permission_group on permission_group.id = permission_group_id
        join permission_group_permission using (permission_group_id)
      where person_id = ${personId}
      union all
      select id, 1, '', json_build_object('kind', 'superuser') from permission where ${isSuperuser}
    )
    select name, json_agg(source order by place, ${inNameOrder('title')}, title) as sources
    from given join permission on permission.id = permission_id
    group by permission.id order by permission.id`.execute(executor)
  return rows
}
