import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { adminOperations } from '#lib/contract/admin/admin-operations.ts'
import { type AnyAdminResource, lockField } from '#lib/contract/admin/admin-resource.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { auditLines } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import type { ResourceSample } from './resource-samples.ts'

type Body = Record<string, unknown>
const toRows = ({ body }: Answer) => listedRows<Body & { id: number }>(body)

/**
 * Declares the tests of what every resource of the administration area promises, from its definition:
 * each operation, default, check, permission and error. Call it within a `describe`.
 * @param stage the server, once it is there.
 */
export function testPromises(
  of: AnyAdminResource,
  sample: ResourceSample,
  stage: () => { server: TestServer },
): void {
  const { path } = of
  const written = Object.keys(of.write.shape)
  const lock = lockField(of)
  let server: TestServer
  let me: SignedInPerson
  let made: Body & { id: number }
  let sent: Body
  beforeAll(async () => {
    ;({ server } = stage())
    me = await addSignedIn(server, {
      person: { is_superuser: true, first_name: 'Ada', last_name: 'Byron' },
    })
  })
  beforeEach(async () => {
    sent = await sample.required(server.database.db)
    made = await make(sent)
  })
  const ask = (method: string, address: string, body?: Body) =>
    me.ask(method, `/api/admin/${address}`, body)
  const make = async (given: Body = {}) => {
    const body = { ...(await sample.required(server.database.db)), ...given }
    const answer = await ask('POST', `${path}/`, body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Body & { id: number }
  }
  const holders = new Map<string, Promise<SignedInPerson>>()
  const holding = (held: readonly Permission[]) => {
    const holder = holders.get(held.join()) ?? addStaffUser(server, held)
    holders.set(held.join(), holder)
    return holder
  }
  const one = () => `${path}/${made.id}/`
  /** A list may leave out what a record now is, unless it is asked for that. */
  const requestedFor = (record: Body) =>
    Object.fromEntries(
      Object.keys(of.filters).flatMap((name) =>
        name in record ? [[name, String(record[name])]] : [],
      ),
    )
  const numbersInFile = async (asked: URLSearchParams | string) => {
    const [, ...lines] = parseCsv((await ask('GET', `${path}/export/?${asked}`)).text)
    return lines.map(([number]) => Number(number))
  }
  const replacement = async (): Promise<Body> => ({
    ...sent,
    ...(await sample.changed(server.database.db)),
  })

  test('one is made of what must be sent; the rest is as its definition has it', async () => {
    const expected = of.write.parse(sent)
    for (const field of written) {
      // A short name in the address is made of the name.
      if (!(field in of.entity.shape)) expect(made).not.toHaveProperty(field)
      else if (field === 'slug') expect(made[field]).toMatch(/^[a-z0-9-]+$/)
      else expect(made[field], field).toEqual(field in expected ? expected[field] : [])
    }
    expect(made[lock]).toBe(1)
    expect(made['url']).toMatch(new RegExp(`/api/admin/${path}/${made.id}/$`))
    expect((await ask('GET', one())).body).toEqual(made)
  })

  test('each field says what is wrong with it', async () => {
    for (const field of written) {
      expect(sample.wrong, 'the sample has a wrong value for each field').toHaveProperty(field)
      for (const value of [{ a: 1 }, sample.wrong[field]]) {
        const answer = await ask('POST', `${path}/`, { ...sent, [field]: value })
        expect(answer.status, `${field}: ${answer.text}`).toBe(400)
        expect(Object.keys(answer.body)).toEqual([field])
        expect(answer.text, 'in words for people').not.toContain('pattern')
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

  test('it is found by everything that it is searched by, and so it is in the file', async () => {
    const { body: full } = await ask('PUT', one(), { ...(await replacement()), [lock]: 1 })
    for (const field of of.searchable) {
      const [text = ''] = String(full[field] ?? '')
        .slice(0, 100)
        .split('\n')
      expect(text, `the sample changes ${field}`).not.toBe('')
      const asked = new URLSearchParams({ ...requestedFor(full), search: text })
      expect(toRows(await ask('GET', `${path}/?${asked}`)), field).toContainEqual(full)
      expect(await numbersInFile(asked), field).toContain(made.id)
    }
    const search = `nobody has ${made.id}`
    expect(toRows(await ask('GET', `${path}/?search=${search}`))).toEqual([])
    expect(await numbersInFile(new URLSearchParams({ search }))).toEqual([])
  })

  test('the list is had in every order and filter, and filtered the same as a file', async () => {
    await make()
    for (const field of of.orderable) {
      const up = toRows(await ask('GET', `${path}/?ordering=${field}&page_size=500`))
      const down = toRows(await ask('GET', `${path}/?ordering=-${field},-id&page_size=500`))
      expect(up.map(({ id }) => id).reverse(), field).toEqual(down.map(({ id }) => id))
    }
    const full = await make(await sample.changed(server.database.db))
    for (const [name, schema] of Object.entries(of.filters)) {
      const [, field = '', end] = /^(.+)_(from|to)$/.exec(name) ?? []
      if (end) {
        // Days: the record's own is within, the next beyond it is not.
        const own = String(full[field]).slice(0, 10)
        const beyond = addDays(own, end === 'from' ? 1 : -1)
        const ids = async (day: string) =>
          toRows(await ask('GET', `${path}/?${name}=${day}&page_size=500`)).map(({ id }) => id)
        expect(await ids(own), name).toContain(full.id)
        expect(await ids(beyond), name).not.toContain(full.id)
        continue
      }
      const wanted = (await sample.filtered?.[name]?.(server.database.db, full.id)) ?? full[name]
      expect((schema as z.ZodType).safeParse(String(wanted)).success, name).toBe(true)
      // What is archived is listed only where it is asked for.
      const { archived } = full
      const asked = new URLSearchParams({
        ...(archived !== undefined && { archived: String(archived) }),
        [name]: String(wanted),
      })
      const rows = toRows(await ask('GET', `${path}/?${asked}&page_size=500`))
      const ids = rows.map(({ id }) => id)
      expect(ids, name).toContain(full.id)
      expect((await numbersInFile(asked)).toSorted(), name).toEqual(ids.toSorted())
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
    const listed = new URLSearchParams({ ...requestedFor(answer.body), page_size: '500' })
    expect(toRows(await ask('GET', `${path}/?${listed}`))).toContainEqual(answer.body)
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
      const what = (of.labels[field] ?? '').toLowerCase()
      expect(answer.body['detail']).toMatch(new RegExp(`: Ada Byron changed .*${what}.* at .*\\.$`))
    }
    expect((await ask('GET', one())).body).toMatchObject({ ...body, [lock]: 2 })
  })

  test('each call takes its permission: whoever has every other one may not', async () => {
    for (const [key, call] of Object.entries<Operation>(adminOperations([of]))) {
      const needed = [call.permission, call.orPermission]
      const { headers } = await holding(permissions.filter((other) => !needed.includes(other)))
      const [method = '', address = ''] = key.split(' ')
      const answer = await send(
        server,
        method,
        `/api/${address.replace('{id}', String(made.id))}`,
        {
          headers,
        },
      )
      expect(answer.outcome, key).toBe('403 not_allowed')
    }
    expect((await ask('GET', one())).body).toEqual(made)
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
        `This ${of.name} is still used by ${use?.count} ${use?.what}.`,
      )
      expect((await ask('GET', one())).body).toEqual(before)
    },
  )

  test.runIf(of.canOrphan)(
    'what a deletion would orphan is told, and nothing is done',
    async () => {
      const preview = (seen: number) =>
        ask('POST', `${one()}preview/`, { [lock]: seen, write: null })
      expect((await preview(1)).body).toEqual({ orphaned: [], unseen: [] })
      expect((await preview(2)).outcome).toBe('409 stale')
      expect((await ask('GET', one())).body).toEqual(made)
    },
  )

  test.runIf(of.versioned)('every version of it is kept, the present one first', async () => {
    const { body } = await ask('PUT', one(), { ...(await replacement()), [lock]: 1 })
    const versions = toRows(await ask('GET', `${one()}versions/`))
    const numbers = ({ version, subversion }: Body) => ({ version, subversion })
    expect(versions.map(numbers)).toEqual([body, made].map(numbers))
    expect(versions).toMatchObject([{ made_by_name: 'Ada Byron' }, { made_by_name: 'Ada Byron' }])
  })

  test('the list is a file, and no text of it a formula', async () => {
    const text = written.find((field) => of.write.shape[field] instanceof z.ZodString)
    const formula = text ? { [text]: '=1+1' } : {}
    if (text && text !== 'slug') await make(formula)
    const answer = await ask('GET', `${path}/export/?ordering=-id`)
    expect(answer.status, answer.text).toBe(200)
    const [head = [], first = [], ...others] = parseCsv(answer.text)
    expect(head[0]).toBe('Number')
    const labels = Object.keys(of.entity.shape)
      .filter((field) => of.references[field] === undefined)
      .flatMap((field) => of.labels[field] ?? [])
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
    const lines = await auditLines(server.database.db, ['action', 'actor_id', 'change'], {
      subject_type: of.audit,
      subject_id: made.id,
    })
    const { trail } = of.personal ?? {}
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
}
