import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyAdminResource, lockOf } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { addDays } from '#lib/scheduling/clinic-time.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { makeRecord, resourceSamples } from './resource-samples.ts'

/*
 * What every resource of the administration area promises, from its definition: each operation,
 * default, check and error. Who may make which call is `access.test.ts`, hostile values are
 * `hostile-input.test.ts`: both walk the same contract.
 */

let server: TestServer
let me: { id: number; headers: Record<string, string> }
beforeAll(async () => {
  server = await startTestServer()
  me = await addSignedIn(server, {
    person: { is_superuser: true, first_name: 'Ada', last_name: 'Byron' },
  })
})
afterAll(() => server.stop())

type Body = Record<string, unknown>
const ask = (method: string, path: string, body?: Body) =>
  send(server, method, `/api/admin/${path}`, {
    headers: me.headers,
    ...(body && { body }),
  })
const rowsOf = ({ body }: Answer) => body['results'] as (Body & { id: number })[]

describe.each(adminResources.map((of) => [of.many, of] as const))('%s', (_, of) => {
  const { path } = of
  const definition: AnyAdminResource = of
  const sample = resourceSamples[path]
  const written = Object.keys(definition.write.shape)
  const lock = lockOf(definition)
  let made: Body & { id: number }
  let sent: Body
  beforeEach(async () => {
    sent = await sample.required(server.database.db)
    made = await makeRecord(server, path, sent)
  })
  const one = () => `${path}/${made.id}/`
  /** As a list has it, which may have less. */
  const line = (record: Body) => {
    const fields = Object.keys((definition.listed ?? definition.entity).shape)
    return Object.fromEntries(fields.map((field) => [field, record[field]]))
  }
  const replacement = async (): Promise<Body> => ({
    ...sent,
    ...(await sample.changed(server.database.db)),
  })

  test('one is made of what must be sent; the rest is as its definition has it', async () => {
    const expected = definition.write.parse(sent)
    for (const field of written) {
      // A short name in the address is made of the name.
      if (!(field in definition.entity.shape)) expect(made).not.toHaveProperty(field)
      else if (field === 'slug') expect(made[field]).toMatch(/^[a-z0-9-]+$/)
      else expect(made[field], field).toEqual(expected[field])
    }
    expect(made[lock]).toBe(1)
    expect(made['url']).toMatch(new RegExp(`/api/admin/${path}/${made.id}/$`))
    expect((await ask('GET', one())).body).toEqual(made)
  })

  test('each field says what is wrong with it', async () => {
    for (const field of written) {
      const wrong = [{ a: 1 }, ...(field in sample.wrong ? [sample.wrong[field]] : [])]
      for (const value of wrong) {
        const answer = await ask('POST', `${path}/`, { ...sent, [field]: value })
        expect(answer.status, `${field}: ${answer.text}`).toBe(400)
        expect(Object.keys(answer.body)).toEqual([field])
      }
    }
    for (const field of Object.keys(sent)) {
      const { [field]: _left, ...rest } = sent
      const answer = await ask('POST', `${path}/`, rest)
      expect(answer.body, field).toEqual({ [field]: ['This field is required.'] })
    }
  })

  test('what nobody else may have is refused at its field', async () => {
    for (const field of sample.unique) {
      const other = await sample.required(server.database.db)
      const answer = await ask('POST', `${path}/`, { ...other, ...sent, [field]: made[field] })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body[field]).toEqual([expect.stringMatching(/^Another .* has this/)])
    }
  })

  test('it is found by what it is searched by, in every order and filter', async () => {
    for (const field of definition.searchable) {
      const text = String(made[field] ?? '').slice(0, 100)
      if (text === '') continue
      const answer = await ask('GET', `${path}/?search=${encodeURIComponent(text)}`)
      expect(rowsOf(answer), field).toContainEqual(line(made))
    }
    await makeRecord(server, path)
    for (const field of definition.orderable) {
      const up = rowsOf(await ask('GET', `${path}/?ordering=${field}&page_size=500`))
      const down = rowsOf(await ask('GET', `${path}/?ordering=-${field},-id&page_size=500`))
      expect(up.map(({ id }) => id).reverse(), field).toEqual(down.map(({ id }) => id))
    }
    const full = await makeRecord(server, path, await sample.changed(server.database.db))
    for (const [name, schema] of Object.entries(definition.filters)) {
      const [, field = '', end] = /^(.+)_(from|to)$/.exec(name) ?? []
      if (end) {
        // Days: the record's own is within, the next beyond it is not.
        const own = String(full[field]).slice(0, 10)
        const beyond = addDays(own, end === 'from' ? 1 : -1)
        const ids = async (day: string) =>
          rowsOf(await ask('GET', `${path}/?${name}=${day}&page_size=500`)).map(({ id }) => id)
        expect(await ids(own), name).toContain(full.id)
        expect(await ids(beyond), name).not.toContain(full.id)
        continue
      }
      const wanted = (await sample.filtered?.[name]?.(server.database.db, full.id)) ?? full[name]
      expect((schema as z.ZodType).safeParse(String(wanted)).success, name).toBe(true)
      const asked = `${name}=${encodeURIComponent(String(wanted))}`
      const rows = rowsOf(await ask('GET', `${path}/?${asked}&page_size=500`))
      expect(
        rows.map(({ id }) => id),
        name,
      ).toContain(full.id)
      if (name in full) for (const row of rows) expect(row[name], name).toEqual(wanted)
      else expect(rows, name).toHaveLength(1)
    }
  })

  test('it is replaced; once more the same changes nothing', async () => {
    const body = await replacement()
    const answer = await ask('PUT', one(), { ...body, [lock]: 1 })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ...body, id: made.id, [lock]: 2 })
    const again = await ask('PUT', one(), { ...body, [lock]: 2 })
    expect(again.body).toEqual(answer.body)
    const listed = new URLSearchParams({ page_size: '500' })
    // A list may leave out what the record now is, unless it is asked for that.
    for (const name of Object.keys(definition.filters)) {
      if (name in answer.body) listed.set(name, String(answer.body[name]))
    }
    expect(rowsOf(await ask('GET', `${path}/?${listed}`))).toContainEqual(line(answer.body))
  })

  test('whoever saves or deletes an old one is told who changed what', async () => {
    const body = await replacement()
    const [field = ''] = Object.keys(body).filter((name) => body[name] !== sent[name])
    await ask('PUT', one(), { ...body, [lock]: 1 })
    for (const answer of [
      await ask('PUT', one(), { ...sent, [lock]: 1 }),
      await ask('DELETE', one(), { [lock]: 1 }),
    ]) {
      expect(answer.outcome).toBe('409 stale')
      const what = (definition.labels[field] ?? '').toLowerCase()
      expect(answer.body['detail']).toMatch(new RegExp(`: Ada Byron changed .*${what}.* at .*\\.$`))
    }
    expect((await ask('GET', one())).body).toMatchObject({ ...body, [lock]: 2 })
  })

  test('of two who save at once one is told', async () => {
    const bodies = [await replacement(), await replacement()]
    const answers = await Promise.all(
      bodies.map((body) => ask('PUT', one(), { ...body, [lock]: 1 })),
    )
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 stale'])
  })

  test('it is deleted, and then not there; whoever saves it is told who did it', async () => {
    expect((await ask('GET', `${one()}uses/`)).body).toEqual({ results: [] })
    expect((await ask('DELETE', one(), { [lock]: 1 })).status).toBe(204)
    expect((await ask('GET', one())).outcome).toBe('404 not_found')
    const answer = await ask('PUT', one(), { ...sent, [lock]: 1 })
    expect(answer.outcome).toBe('404 not_found')
    expect(answer.body['detail']).toContain('Ada Byron deleted it')
  })

  test.skipIf(sample.use === null)(
    'what is needed is not deleted, and by what is told',
    async () => {
      const use = await sample.use?.(server.database.db, made.id)
      expect((await ask('GET', `${one()}uses/`)).body).toEqual({ results: [use] })
      const { body: before } = await ask('GET', one())
      const answer = await ask('DELETE', one(), { [lock]: 1 })
      expect(answer.outcome).toBe('409 conflict')
      expect(answer.body['detail']).toBe(
        `This ${of.name} is still needed by ${use?.count} ${use?.what}.`,
      )
      expect((await ask('GET', one())).body).toEqual(before)
    },
  )

  test('the list is a file, and no text of it a formula', async () => {
    const text = written.find((field) => definition.write.shape[field] instanceof z.ZodString)
    const formula = text ? { [text]: '=1+1' } : {}
    if (text && text !== 'slug') await makeRecord(server, path, formula)
    const answer = await ask('GET', `${path}/export/?ordering=-id`)
    expect(answer.status, answer.text).toBe(200)
    const [head = [], first = [], ...others] = parseCsv(answer.text)
    expect(head[0]).toBe('Number')
    const labels = Object.keys(definition.entity.shape)
      .filter((field) => definition.references[field] === undefined)
      .flatMap((field) => definition.labels[field] ?? [])
    expect(head.slice(1)).toEqual(labels)
    if (text) expect(first).toContain("'=1+1")
    const numbers = [first, ...others].map(([number]) => Number(number))
    expect(numbers).toContain(made.id)
    const { count } = (await ask('GET', `${path}/`)).body
    expect(numbers).toHaveLength(Number(count))
  })

  test('the trail has each step, with the fields that changed and nothing of what is in them', async () => {
    await ask('PUT', one(), { ...(await replacement()), [lock]: 1 })
    await ask('DELETE', one(), { [lock]: 2 })
    const lines = await server.database.db
      .selectFrom('audit_event')
      .select(['action', 'actor_id', 'change'])
      .where('subject_type', '=', of.audit)
      .where('subject_id', '=', made.id)
      .orderBy('sequence')
      .execute()
    const { trail } = definition.personal ?? {}
    expect(lines.map(({ action }) => action)).toEqual([
      trail?.created ?? 'record.created',
      trail?.changed ?? 'record.changed',
      trail?.deleted ?? 'record.deleted',
    ])
    expect(lines[1]).toMatchObject({
      actor_id: me.id,
      change: {
        fields: expect.arrayContaining(Object.keys(await sample.changed(server.database.db))),
      },
    })
  })
})
