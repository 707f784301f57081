import { describe, expect, test } from 'vitest'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { some } from '../../amount.ts'
import { addClinician } from '../clinic-factory.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { makeRecord, resourceSamples } from './resource-samples.ts'

/*
 * Older clients name what is chosen by address, beside which ours has ids
 * (docs/decisions/0041).
 */

const server = await runTestServer()
const { db } = server.database
const API = 'http://localhost:4321/api'

type Reference = { from: string; urls?: string }
const lists = adminResources.flatMap((of) =>
  Object.entries(of.references as Record<string, Reference>).flatMap(([ids, { from, urls }]) =>
    urls === undefined ? [] : [{ path: of.path as 'users', ids, urls, from }],
  ),
)

test('these are lists of addresses', () => {
  expect(lists.map(({ path, urls }) => `${path}: ${urls}`)).toEqual([
    'users: allergies',
    'users: groups',
    'users: user_permissions',
    'staff: competencies',
    'appointmenttypes: competencies',
    'appointmenttypes: categories',
    'appointmenttypes: patient_forms',
    'appointmenttypes: clinician_forms',
    'appointmenttypes: outcomes',
  ])
})

describe.each(some(lists, 3))('$urls of $path', ({ path, ids, urls, from }) => {
  const ask = async (method: string, address: string, body?: object) => {
    const { headers } = await addSignedIn(server, {
      person: { is_superuser: true, is_staff: true },
    })
    return await send(server, method, `/api/admin/${address}`, { headers, body })
  }
  const two = async () => {
    if (from !== 'permissions') {
      return [
        await makeRecord(server, from as 'groups'),
        await makeRecord(server, from as 'groups'),
      ]
    }
    const { body } = await ask('GET', 'permissions/?page_size=2')
    return body['results'] as { id: number; url: string }[]
  }
  const toIds = (records: readonly { id: number }[]) =>
    records.map(({ id }) => id).toSorted((one, other) => one - other)

  test('are taken when one is made and when it is replaced, and stay where they are left out', async () => {
    const chosen = (await two()) as { id: number; url: string }[]
    const addresses = chosen.map(({ url }) => url)
    const body = await resourceSamples[path].required(db)
    const made = await ask('POST', `${path}/`, { ...body, [urls]: addresses })
    expect(made.status, made.text).toBe(201)
    expect(made.body[ids]).toEqual(toIds(chosen))
    const one = `${path}/${made.body['id']}/`
    const fewer = await ask('PUT', one, { [urls]: addresses.slice(0, 1) })
    expect(fewer.body[ids], fewer.text).toEqual(toIds(chosen.slice(0, 1)))
    expect((await ask('PUT', one, {})).body[ids]).toEqual(toIds(chosen.slice(0, 1)))
    const both = await ask('PUT', one, { [urls]: addresses, [ids]: toIds(chosen) })
    const shown = (both.body[urls] as (string | { url: string })[]).map((one) =>
      typeof one === 'string' ? one : one.url,
    )
    expect(shown, both.text).toEqual(expect.arrayContaining(addresses))
    expect((await ask('PUT', one, { [urls]: [] })).body[ids]).toEqual([])
  })

  test('win in a row that is sent back with them changed, and so do the ids', async () => {
    const [first, second] = (await two()) as { id: number; url: string }[]
    const body = await resourceSamples[path].required(db)
    const made = await ask('POST', `${path}/`, { ...body, [ids]: [first?.id] })
    const one = `${path}/${made.body['id']}/`
    const changed = await ask('PUT', one, { ...made.body, [urls]: [second?.url] })
    expect(changed.body[ids], changed.text).toEqual([second?.id])
    const back = await ask('PUT', one, { ...changed.body, [ids]: [first?.id] })
    expect(back.body[ids], back.text).toEqual([first?.id])
    const asRows = await ask('PUT', one, { [urls]: [{ id: second?.id, url: second?.url }] })
    expect(asRows.body[ids], asRows.text).toEqual([second?.id])
  })

  test('are refused by their field where they differ from the ids, or are none of ours', async () => {
    const [first, second] = (await two()) as { id: number; url: string }[]
    const body = await resourceSamples[path].required(db)
    const given = { ...body, [urls]: [first?.url], [ids]: [second?.id] }
    const different = await ask('POST', `${path}/`, given)
    expect(different.body).toEqual({ [urls]: [`Send ${urls} or ${ids}, or the same in both.`] })
    const made = await makeRecord(server, path)
    const odd = await ask('PUT', `${path}/${made.id}/`, {
      [urls]: [first?.url],
      [ids]: [second?.id],
    })
    expect(odd.body).toEqual(different.body)
    const others = [
      `https://elsewhere.example/api/admin/${from}/${first?.id}/`,
      `${API}/admin/sites/${first?.id}/`,
      `${API}/admin/${from}/`,
      `${API}/admin/${from}/99999999999/`,
    ]
    for (const address of others) {
      const answer = await ask('POST', `${path}/`, { ...body, [urls]: [address] })
      expect(answer.body, address).toEqual({
        [urls]: [`Send addresses such as ${API}/admin/${from}/1/.`],
      })
    }
    const gone = await ask('POST', `${path}/`, {
      ...body,
      [urls]: [`${API}/admin/${from}/987654/`],
    })
    expect(gone.body).toEqual({ [urls]: ['Choose from the list: one of these no longer exists'] })
  })
})

test('what the caller is not shown stays', async () => {
  const group = await makeRecord(server, 'groups')
  const made = await makeRecord(server, 'users', { group_ids: [group.id] })
  const { headers } = await addStaffUser(server, ['clinic.view_user', 'clinic.change_user'])
  const one = `/api/admin/users/${made.id}/`
  const { body: seen } = await send(server, 'GET', one, { headers })
  expect(seen['groups']).toEqual([])
  const { group_ids: _, ...withoutIds } = seen
  for (const body of [seen, withoutIds]) {
    const answer = await send(server, 'PUT', one, { headers, body })
    expect(answer.body['group_ids'], answer.text).toEqual([group.id])
  }
})

test('competencies of staff begin and end on the day, and what was held stays on record', async () => {
  const clinician = await addClinician(db)
  const { id } = await makeRecord(server, 'competencies')
  const one = `/api/admin/staff/${clinician.id}/`
  const { headers } = await addSignedIn(server, { person: { is_superuser: true, is_staff: true } })
  const put = (competencies: readonly string[], asker = headers) =>
    send(server, 'PUT', one, { headers: asker, body: { competencies } })
  const address = `${API}/admin/competencies/${id}/`
  const held = () => rowsWhere(db, 'staff_competency', { staff_id: clinician.id })
  const unable = await addStaffUser(server, ['clinic.change_staff', 'clinic.view_competency'])
  expect((await put([address], unable.headers)).outcome).toBe('403 not_allowed')
  expect((await put([address])).body['competencies']).toEqual([address])
  expect(await held()).toMatchObject([{ competency_id: id, expires_at: null }])
  await updateRows(db, 'staff_competency', { staff_id: clinician.id }, { issued_at: '2020-01-31' })
  expect((await put([])).body['competencies']).toEqual([])
  expect(await held()).toMatchObject([
    { issued_at: '2020-01-31', expires_at: expect.stringMatching(/^20/) },
  ])
  expect((await put([address])).body['competency_ids']).toEqual([id])
  expect(await held()).toHaveLength(2)
})
