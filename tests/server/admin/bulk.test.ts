import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type AnyAdminResource,
  lockField,
  permissionTo,
} from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { type BulkResult, MOST_AT_ONCE } from '#lib/contract/admin/bulk.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { some } from '../../amount.ts'
import { NOW, openDesk } from '../availability/availability-desk.ts'
import { addClinician, addSite } from '../clinic-factory.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { newestAuditLine } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { makeRecord, resourceSamples } from './resource-samples.ts'

/* Several records at once: each as the call for it alone would have it, and none in another's way. */

const server = await runTestServer({ services: { now: () => NOW } })
const { db } = server.database
const me = await addSignedIn(server, {
  person: { is_superuser: true, first_name: 'Ada', last_name: 'Byron' },
})

type Body = Record<string, unknown>
const ask = (method: string, path: string, body?: Body, { headers } = me) =>
  send(server, method, `/api/admin/${path}`, { headers, body })
const atOnce = async (path: string, action: string, records: Body[], who = me) => {
  const answer = await ask('POST', `${path}/bulk/`, { action, records }, who)
  return { ...answer, results: (answer.body['results'] ?? []) as BulkResult[] }
}
const somebody = (...permissions: Permission[]) => addStaffUser(server, permissions)

const offering = adminResources.filter((of) => 'bulk' in of)

describe.each(some(offering, 3).map((of) => [of.many, of] as const))('%s', (_, of) => {
  const { path } = of
  const definition: AnyAdminResource = of
  const lock = lockField(definition)
  const { bulk = {} } = definition
  const makeTwo = async () => [await makeRecord(server, path), await makeRecord(server, path)]
  const seen = ({ id, ...record }: Body & { id: number }) => ({ id, [lock]: record[lock] })
  const readTrail = (id: number) =>
    newestAuditLine(db, ['action', 'actor_id'], { subject_type: of.audit, subject_id: id })

  test('several are deleted, and the one that somebody has changed stays and says so', async () => {
    const [one, other] = (await makeTwo()) as [Body & { id: number }, Body & { id: number }]
    const overtaken = await makeRecord(server, path)
    const records = [seen(one), { ...seen(overtaken), [lock]: 7 }, seen(other)]
    const { results, text } = await atOnce(path, 'delete', records)
    expect(results, text).toEqual([
      { id: one.id, outcome: 'done' },
      {
        id: overtaken.id,
        outcome: 'refused',
        code: 'stale',
        detail: expect.stringContaining('it has changed'),
      },
      { id: other.id, outcome: 'done' },
    ])
    expect((await ask('GET', `${path}/${one.id}/`)).outcome).toBe('404 not_found')
    expect((await ask('GET', `${path}/${overtaken.id}/`)).status).toBe(200)
    const action = definition.personal?.trail.deleted ?? 'record.deleted'
    for (const { id } of [one, other]) {
      expect(await readTrail(id)).toEqual({ action, actor_id: me.id })
    }
    // Whoever heard no answer asks again, and is told the same.
    const again = await atOnce(path, 'delete', records)
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['already', 'refused', 'already'])
  })

  test.skipIf(resourceSamples[path].use === null)(
    'what is needed stays, and by what is told',
    async () => {
      const [free, needed] = (await makeTwo()) as [Body & { id: number }, Body & { id: number }]
      const use = await resourceSamples[path].use?.(db, needed.id)
      const { results } = await atOnce(path, 'delete', [seen(needed), seen(free)])
      expect(results).toEqual([
        {
          id: needed.id,
          outcome: 'refused',
          code: 'conflict',
          detail: `This ${of.name} is still used by ${use?.count} ${use?.what}.`,
        },
        { id: free.id, outcome: 'done' },
      ])
    },
  )

  const states = Object.entries(bulk).flatMap(([action, { set }]) =>
    set ? Object.entries(set).map(([field, value]) => ({ action, field, value })) : [],
  )
  test.each(states)(
    '$action says $field: $value of several, and of nothing else',
    async ({ action, field, value }) => {
      expect(definition.write.shape[field]).toBeInstanceOf(z.ZodDefault)
      const full = await resourceSamples[path].changed(db)
      const one = await makeRecord(server, path, { ...full, [field]: !value })
      const so = await makeRecord(server, path, { [field]: value })
      const records = [seen(one), seen(so)]
      const { results, text } = await atOnce(path, action, records)
      expect(results, text).toEqual([
        { id: one.id, outcome: 'done' },
        { id: so.id, outcome: 'already' },
      ])
      const { body: now } = await ask('GET', `${path}/${one.id}/`)
      expect(now).toMatchObject({ [field]: value, [lock]: 2 })
      const { modified: _, ...rest } = one
      expect({ ...now, [field]: !value, [lock]: 1 }).toMatchObject(rest)
      expect((await ask('GET', `${path}/${so.id}/`)).body).toEqual(so)
      const again = await atOnce(path, action, records)
      expect(again.results.map(({ outcome }) => outcome)).toEqual(['already', 'already'])
    },
  )

  test('each action takes its own permission', async () => {
    const made = await makeRecord(server, path)
    const names = { delete: permissionTo('delete', of), change: permissionTo('change', of) }
    for (const [action, { set }] of Object.entries(bulk)) {
      const lacking = await somebody(set ? names.delete : names.change)
      const { outcome } = await atOnce(path, action, [{ ...seen(made), [lock]: 7 }], lacking)
      expect(outcome, action).toBe('403 not_allowed')
    }
    expect((await ask('GET', `${path}/${made.id}/`)).body).toEqual(made)
  })
})

test('a wish that cannot be is refused whole, at its field', async () => {
  const { id } = await makeRecord(server, 'sites')
  const records = [{ id, version: 1 }]
  const wrong: [Body, string][] = [
    [{ action: 'close', records }, 'action'],
    [{ action: 'delete', records: [] }, 'records'],
    [{ action: 'delete', records: [...records, ...records] }, 'records'],
    [{ action: 'delete', records: [{ id }] }, 'records.0.version'],
    [
      {
        action: 'delete',
        records: Array.from({ length: MOST_AT_ONCE + 1 }, (_, place) => ({
          id: place + 1,
          version: 1,
        })),
      },
      'records',
    ],
  ]
  for (const [body, field] of wrong) {
    const answer = await ask('POST', 'sites/bulk/', body)
    expect(answer.status, answer.text).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field])
  }
  expect((await ask('GET', `sites/${id}/`)).status).toBe(200)
})

test('of what somebody may not see they are told nothing, as if it had never been there', async () => {
  const { site } = await addSite(db, { hidden: true })
  const outsider = await somebody('clinic.view_site', 'clinic.change_site', 'clinic.delete_site')
  for (const action of ['show', 'delete']) {
    const records = [site.id, 2_147_483_647].map((id) => ({ id, version: 1 }))
    const { results } = await atOnce('sites', action, records, outsider)
    expect(results).toEqual(
      records.map(({ id }) => ({
        id,
        outcome: 'refused',
        code: 'not_found',
        detail: 'This site was not found.',
      })),
    )
  }
  const shown = await makeRecord(server, 'sites')
  const { results } = await atOnce('sites', 'hide', [{ id: shown.id, version: 1 }], outsider)
  expect(results).toMatchObject([
    { code: 'invalid', detail: 'You may not see hidden sites, so you cannot hide one' },
  ])
})

test('a category goes together with what is below it, whichever was chosen first', async () => {
  const parent = await makeRecord(server, 'appointmentcategories')
  const child = await makeRecord(server, 'appointmentcategories', { parent: parent.id })
  const grandchild = await makeRecord(server, 'appointmentcategories', { parent: child.id })
  const records = [parent, child, grandchild].map(({ id }) => ({ id, version: 1 }))
  const { results } = await atOnce('appointmentcategories', 'delete', records)
  expect(results).toEqual(records.map(({ id }) => ({ id, outcome: 'done' })))
})

test('who has appointments to come is left for a decision; colleagues without any leave', async () => {
  const desk = await openDesk(server)
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const appointment = await desk.book('2027-06-04T09:00:00Z')
  const colleague = await addClinician(db)
  const records = [desk.staffId, colleague.id].map((id) => ({ id, version: 1 }))
  const { results, text } = await atOnce('staff', 'deactivate', records)
  expect(results, text).toEqual([
    {
      id: desk.staffId,
      outcome: 'refused',
      code: 'stale',
      detail:
        'This affects booked appointments. Open it on its own and choose what to do with each one.',
    },
    { id: colleague.id, outcome: 'done' },
  ])
  expect((await ask('GET', `staff/${desk.staffId}/`)).body).toMatchObject({ is_active: true })
  expect(await desk.appointment(appointment)).toMatchObject({ staff_id: desk.staffId })
})

test('nobody closes their own account among others', async () => {
  const other = await makeRecord(server, 'users')
  const mine = (await ask('GET', `users/${me.id}/`)).body
  const { results } = await atOnce('users', 'deactivate', [
    { id: me.id, version: mine['version'] },
    { id: other.id, version: 1 },
  ])
  expect(results).toMatchObject([
    { outcome: 'refused', detail: expect.stringContaining('You cannot close your own account') },
    { outcome: 'done' },
  ])
})

test('of a list its chosen records are a file, in the order of the list', async () => {
  const names = ['Quay', 'Abbey', 'Mill'].map((name) => `${name} ${me.id}`)
  const made = []
  for (const name of names) made.push(await makeRecord(server, 'sites', { name }))
  const chosen = [made[0]?.id, made[1]?.id].join(',')
  const { text } = await ask('GET', `sites/export/?ids=${chosen}`)
  expect(
    parseCsv(text)
      .slice(1)
      .map((cells) => cells[1]),
  ).toEqual([names[1], names[0]])
  const line = await newestAuditLine(db, ['change'], { action: 'record.exported' })
  expect(line?.change).toEqual({ lines: 2, chosen: true })
  for (const ids of [
    '',
    'x',
    '1,,2',
    '0',
    Array(MOST_AT_ONCE + 1)
      .fill(1)
      .join(','),
  ]) {
    expect((await ask('GET', `sites/export/?ids=${ids}`)).status, ids).toBe(400)
  }
})
