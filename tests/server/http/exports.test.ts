import { describe, expect, test } from 'vitest'
import { insertGroups } from '#demo/data/groups.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { call, makeSample, operations } from './operation-samples.ts'

/* Who may take a list away as a file: seeing it is not enough. */

const server = await runTestServer()
const holding = (held: readonly Permission[]) => addStaffUser(server, held)
const onlooker = await holding(
  permissions.filter((name) => name.split('.')[1]?.startsWith('view_')),
)

const files = operations.filter(([, { file }]) => file === 'text/csv')

describe.each(files)('%s', (key, { permission, andPermission }) => {
  test('is refused to whoever may see everything, also of chosen records', async () => {
    const { query } = await makeSample(server, key)
    const { headers } = onlooker
    const answer = await call(server, key, { ...(query && { query }), headers })
    expect(answer.outcome).toBe('403 not_allowed')
    const chosen = await call(server, key, { query: { ...query, ids: '1' }, headers })
    expect(chosen.outcome).toBe('403 not_allowed')
  })

  test('takes seeing the list and one permission more', async () => {
    const needed = [permission, andPermission].filter((name) => name !== undefined)
    expect(needed).toHaveLength(2)
    const { query } = await makeSample(server, key)
    const asked = { ...(query && { query }) }
    for (const name of needed) {
      const { headers } = await holding([name])
      expect((await call(server, key, { ...asked, headers })).outcome).toBe('403 not_allowed')
    }
    const { headers } = await holding([...needed, 'clinic.view_other_appointments'])
    expect((await call(server, key, { ...asked, headers })).status).toBe(200)
  })
})

test('the files of people, of appointments and of the trail are for those who administer users', () => {
  const ofPeople = files.filter(([, { andPermission }]) => andPermission === 'clinic.user_admin')
  expect(ofPeople.map(([key]) => key).toSorted()).toEqual([
    'GET admin/appointments/export/',
    'GET admin/auditevents/export/',
    'GET admin/cancelled-appointments/export/',
    'GET admin/correctionrequests/export/',
    'GET admin/messages/export/',
    'GET admin/temporary-reporting/export/',
    'GET admin/users/export/',
    'GET admin/vaccinationhistories/export/',
  ])
})

test('of the demonstration’s groups, Reception takes away what it keeps, Clinicians nothing', async () => {
  const { db } = server.database
  await insertGroups(db, new Date())
  const held = await db
    .selectFrom('permission_group as group')
    .innerJoin('permission_group_permission as link', 'link.permission_group_id', 'group.id')
    .innerJoin('permission', 'permission.id', 'link.permission_id')
    .select(['group.name as group', 'permission.name'])
    .execute()
  const findFiles = (group: string) => {
    const names = held.filter((one) => one.group === group).map(({ name }) => name)
    return files
      .filter(([, { permission = '', andPermission = '' }]) =>
        [permission, andPermission].every((name) => names.includes(name)),
      )
      .map(([key]) => key)
  }
  expect(findFiles('Administrators')).toEqual(files.map(([key]) => key))
  expect(findFiles('Reception')).toEqual(['GET admin/gpsurgeries/export/'])
  expect(findFiles('Clinicians')).toEqual([])
  expect(findFiles('Patients')).toEqual([])
})
