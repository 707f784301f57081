import { describe, expect, test } from 'vitest'
import { type AnyAdminResource, lockField } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { some } from '../../amount.ts'
import { makeRecord, resourceSamples } from '../admin/resource-samples.ts'
import { listedRows } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { call, makeSample, operations } from './operation-samples.ts'

/*
 * A PUT erases nothing that it does not state: a row of a list, the record as it was read, and a body
 * with a single field all leave the rest as it is (docs/decisions/0091).
 */

const server = await runTestServer()
const { db } = server.database

const superuser = () =>
  addSignedIn(server, { person: { is_staff: true, is_superuser: true }, clinician: true })

/** With a value in every field, and none of them its default. */
async function wholeRecord({ path }: AnyAdminResource) {
  const sample = resourceSamples[path as 'users']
  return await makeRecord(server, path as 'users', await sample.changed(db))
}

describe.each(some(adminResources, 4).map((of) => [of.many, of as AnyAdminResource] as const))(
  '%s',
  (_, of) => {
    const address = (id: number) => `/api/admin/${of.path}/${id}/`

    test('a row of the list has every field of the record', async () => {
      const { ask } = await superuser()
      const made = await wholeRecord(of)
      const rows = await ask(
        'GET',
        `/api/admin/${of.path}/?page_size=500&ordering=-id${'archived' in made ? '&archived=all' : ''}`,
      )
      const row = listedRows<{ id: number }>(rows.body).find(({ id }) => id === made.id)
      const item = await ask('GET', address(made.id))
      expect(row).toEqual(item.body)
      const answer = await ask('PUT', address(made.id), { ...row })
      expect(answer.status, answer.text).toBe(200)
      expect((await ask('GET', address(made.id))).body).toEqual(item.body)
    })

    test('each field alone, and none, leaves all others', async () => {
      const { ask } = await superuser()
      const made = await wholeRecord(of)
      const read = async () => (await ask('GET', address(made.id))).body
      const before = await read()
      const written = Object.keys(of.write.shape).filter((field) => field in before)
      for (const body of [{}, ...written.map((field) => ({ [field]: before[field] }))]) {
        const answer = await ask('PUT', address(made.id), body)
        expect(answer.status, `${Object.keys(body)}: ${answer.text}`).toBe(200)
        expect(await read(), Object.keys(body).join()).toEqual(before)
      }
    })

    test('one field that changes is all that changes', async () => {
      const { ask } = await superuser()
      const made = await wholeRecord(of)
      const other = await resourceSamples[of.path as 'users'].changed(db)
      const before = (await ask('GET', address(made.id))).body
      const [field = ''] = Object.keys(other).filter(
        (name) => JSON.stringify(other[name]) !== JSON.stringify(before[name]),
      )
      const body = { [field]: other[field] }
      const { body: after } = await ask('PUT', address(made.id), body)
      for (const name of Object.keys(of.write.shape).filter((one) => one in before)) {
        expect(after[name], name).toEqual(name === field ? other[name] : before[name])
      }
      expect(after[lockField(of)]).toBe(Number(before[lockField(of)]) + 1)
    })
  },
)

/** Beyond the resources of the administration area. */
const others = operations.flatMap(([key]) => {
  const read = key.replace('PUT', 'GET') as OperationKey
  const path = key.split(' ')[1] ?? ''
  const isResource = adminResources.some((of) => path === `admin/${of.path}/{id}/`)
  // An amendment is a submitted form of its own, which replaces the one at the address.
  const isAmendment = path.endsWith('/submittedforms/{id}/')
  const isOther = read in contract && !isResource && !isAmendment
  return key.startsWith('PUT') && isOther ? [[key, read] as const] : []
})

/** What is one statement as a whole, and takes all of it. */
const WHOLE = ['answers', 'allergy_ids', 'none_known']

test.each(some(others, 8))('%s with any one field leaves the rest', async (key, read) => {
  const sample = await makeSample(server, key)
  const { body: prepared, ...asked } = sample
  expect((await call(server, key, sample)).status, JSON.stringify(prepared)).toBe(200)
  // Who may change it need not be allowed to read it.
  const isReader = (await call(server, read, asked)).status === 200
  const rest = isReader ? asked : { ...asked, headers: (await superuser()).headers }
  const found = await call(server, read, rest)
  expect(found.status, found.text).toBe(200)
  const before = found.body
  const { body: schema } = contract[key] as Operation
  const fields = Object.keys(schema?.shape ?? {}).filter(
    (field) =>
      field in before && !WHOLE.includes(field) && !['version', 'revision'].includes(field),
  )
  const statement = Object.fromEntries(
    WHOLE.filter((field) => field in (schema?.shape ?? {})).map((field) => [
      field,
      before[field] ?? prepared?.[field],
    ]),
  )
  for (const body of [{}, ...fields.map((field) => ({ [field]: before[field] }))]) {
    const answer = await call(server, key, { ...rest, body: { ...statement, ...body } })
    expect(answer.status, `${Object.keys(body)}: ${answer.text}`).toBe(200)
    const after = (await call(server, read, rest)).body
    for (const field of fields) expect(after[field], field).toEqual(before[field])
  }
})

test('a member of staff who may not see groups is not shown them in a list, and keeps them', async () => {
  const made = await wholeRecord(adminResources[0])
  const { ask } = await addStaffUser(server, ['clinic.view_user', 'clinic.change_user'])
  const rows = await ask('GET', '/api/admin/users/?page_size=500&ordering=-created')
  const row = listedRows<{ id: number; groups: string[] }>(rows.body).find(
    ({ id }) => id === made.id,
  )
  expect(row?.groups).toEqual([])
})
