import { expect, test } from 'vitest'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { addPerson } from '../clinic-factory.ts'
import { auditLines } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addGroup, putInGroup } from './permission-group.ts'

const server = await runTestServer()
const { db } = server.database
const by = await addStaffUser(server, ['clinic.user_admin'])

const explained = async (id: number) =>
  (await by.ask('GET', `/api/admin/users/${id}/permissions/`)).body

const group = async (personId: number, name: string, ...held: Permission[]) => {
  const id = await addGroup(db, { name, held })
  await putInGroup(db, personId, id)
  return { kind: 'group', id, name }
}

test('each permission says every group it comes from, and whether it was given alone', async () => {
  const someone = await addStaffUser(server, ['clinic.view_site', 'clinic.view_room'])
  const night = await group(someone.id, 'night shift', 'clinic.view_site', 'admin.view_logentry')
  const day = await group(someone.id, 'Day shift', 'clinic.view_site')
  await addGroup(db, { name: 'Of others', held: ['clinic.view_site'] })
  expect(await explained(someone.id)).toEqual({
    id: someone.id,
    is_active: true,
    works_here: true,
    results: [
      { name: 'clinic.view_room', sources: [{ kind: 'personal' }] },
      { name: 'clinic.view_site', sources: [{ kind: 'personal' }, day, night] },
      { name: 'admin.view_logentry', sources: [night] },
    ],
  })
})

test('a superuser may do everything, and it is told what they would keep without it', async () => {
  const someone = await addPerson(db, { is_superuser: true })
  const managers = await group(someone.id, 'Managers', 'clinic.view_staff')
  const { results, ...state } = (await explained(someone.id)) as {
    results: { name: Permission; sources: object[] }[]
  }
  expect(state).toEqual({ id: someone.id, is_active: true, works_here: true })
  expect(results.map(({ name }) => name).toSorted()).toEqual(permissions.toSorted())
  for (const { name, sources } of results) {
    const also = name === 'clinic.view_staff' ? [managers] : []
    expect(sources, name).toEqual([{ kind: 'superuser' }, ...also])
  }
})

test('whoever does not work here, or whose account is closed, is told apart', async () => {
  const patient = await addPerson(db)
  expect(await explained(patient.id)).toEqual({
    id: patient.id,
    is_active: true,
    works_here: false,
    results: [],
  })
  const closed = await addPerson(db, { is_staff: true, is_active: false })
  expect(await explained(closed.id)).toMatchObject({ is_active: false, works_here: true })
})

test('the trail says who looked, unless it was themselves', async () => {
  const someone = await addPerson(db)
  await explained(someone.id)
  await explained(by.id)
  const readings = (subject_id: number) =>
    auditLines(db, ['actor_id', 'patient_id', 'change'], { subject_id, action: 'person.read' })
  expect(await readings(someone.id)).toEqual([
    { actor_id: by.id, patient_id: someone.id, change: { view: 'permissions' } },
  ])
  expect(await readings(by.id)).toEqual([])
})
