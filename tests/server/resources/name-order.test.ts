import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { nameOrder } from '#lib/text/name-order.ts'
import { bookOnline, openClinicDay } from '../booking/clinic-day.ts'
import { addPerson } from '../clinic-factory.ts'
import { insertRow, updateRows } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { parseCsv } from './parse-csv.ts'

/* As people look for them (docs/decisions/0035). */
const NAMES = [
  ...['3-in-1', '10 minutes', 'Ålesund', 'Chickenpox', 'Covid 2', 'Covid-10', 'COVID-19'],
  ...['de Souza', 'Desai', 'Éclair', 'Edward', 'Łukasz', 'Luke', 'Oakley', 'O’Brien', "O'Bryan"],
  ...['Room 2', 'room 9', 'Room 10', 'Smith', 'Smith Adams', 'Smith-Jones', 'Smithers', 'zoe'],
]

const server = await runTestServer()
const { db } = server.database
const root = await addSignedIn(server, {
  person: { first_name: 'Root', last_name: 'Zzz', is_superuser: true, is_staff: true },
})

const ask = (path: string, query: Record<string, string> = {}) =>
  send(server, 'GET', `/api/admin/${path}/?${new URLSearchParams(query)}`, root)
const column = ({ body }: Answer, field: string) =>
  listedRows<Record<string, string>>(body).map((row) => row[field])

/** In an order that is neither theirs nor its reverse. */
const shuffled = NAMES.map((name, place) => [(place * 7) % NAMES.length, name] as const)
  .toSorted(([one], [other]) => one - other)
  .map(([, name]) => name)

async function everyPage(path: string, field: string, query: Record<string, string>) {
  const found: (string | undefined)[] = []
  for (let page = 1; found.length < NAMES.length; page += 1) {
    const names = column(await ask(path, { ...query, page: String(page), page_size: '5' }), field)
    expect(names, `page ${page}`).not.toEqual([])
    found.push(...names)
  }
  return found
}

describe('a short list', () => {
  beforeAll(async () => {
    await db
      .insertInto('allergy')
      .values(shuffled.map((name) => ({ name })))
      .execute()
  })

  test('is in the order of a dictionary, either way, page after page', async () => {
    expect(await everyPage('allergies', 'name', {})).toEqual(NAMES)
    expect(await everyPage('allergies', 'name', { ordering: '-name' })).toEqual(NAMES.toReversed())
  })

  test('has the same order as its file', async () => {
    const [head = [], ...lines] = parseCsv((await ask('allergies/export')).text)
    expect(lines.map((line) => line[head.indexOf('Name')])).toEqual(NAMES)
  })
})

describe('a long list', () => {
  beforeAll(async () => {
    for (const last_name of shuffled) {
      await addPerson(db, { first_name: 'Same', last_name })
    }
  })

  test.each(['last_name', 'full_name'])(
    'by %s has it too, gone through or searched',
    async (ordering) => {
      const found = await everyPage('users', 'last_name', { ordering })
      expect(found.filter((name) => name !== 'Zzz')).toEqual(NAMES)
      expect(await everyPage('users', 'last_name', { ordering, search: 'same' })).toEqual(NAMES)
      const back = { ordering: `-${ordering}`, search: 'same' }
      expect(await everyPage('users', 'last_name', back)).toEqual(NAMES.toReversed())
    },
  )

  test('people with one last name are in the order of their first names, either way', async () => {
    const last_name = 'Ngata'
    for (const first_name of ['Carol', 'ada', 'Élodie', 'Bo']) {
      await addPerson(db, { first_name, last_name, is_active: false })
    }
    const asked = { search: last_name, page_size: '10' }
    const inOrder = ['ada', 'Bo', 'Carol', 'Élodie']
    expect(column(await ask('users', asked), 'first_name')).toEqual(inOrder)
    const turned = await ask('users', { ...asked, ordering: '-last_name' })
    expect(column(turned, 'first_name')).toEqual(inOrder.toReversed())
  })

  test('people of one name stay apart, each on one page', async () => {
    for (const last_name of ['TWIN', 'Twin', 'Twín', 'twin', 'Twin']) {
      await addPerson(db, { first_name: 'Both', last_name })
    }
    const ids: unknown[] = []
    for (const page of ['1', '2', '3']) {
      ids.push(...column(await ask('users', { search: 'both twin', page, page_size: '2' }), 'id'))
    }
    expect(ids).toHaveLength(5)
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)))
  })

  test('by a patient’s name goes through the patients in it', async () => {
    const day = await openClinicDay(server)
    for (const [time, last_name] of [
      ['09:00', 'Zoe'],
      ['09:15', 'de Souza'],
      ['09:30', 'Éclair'],
      ['09:45', 'Desai'],
    ] as const) {
      const { body } = await bookOnline(server, day, time)
      await updateRows(db, 'person', Number(body['patient_id']), {
        first_name: 'Patient',
        last_name,
      })
    }
    const wanted = ['de Souza', 'Desai', 'Éclair', 'Zoe'].map((name) => `Patient ${name}`)
    const names = async (query: Record<string, string>) => {
      const page = async (number: string) =>
        column(
          await ask('appointments', { ...query, page: number, page_size: '2' }),
          'patient_name',
        )
      return [...(await page('1')), ...(await page('2'))]
    }
    expect(await names({ ordering: 'patient_name' })).toEqual(wanted)
    expect(await names({ ordering: '-patient_name' })).toEqual(wanted.toReversed())
    const from = { from: '2000-01-01' }
    expect(await names({ ordering: 'patient_name', ...from })).toEqual(wanted)
  })
})

test('what is chosen from has it: sites, appointment types and clinicians', async () => {
  await sql`truncate site, appointment_type cascade`.execute(db)
  for (const [place, name] of shuffled.entries()) {
    const slug = `one-${place}`
    await insertRow(db, 'site', { name, slug })
    await insertRow(db, 'appointment_type', { name, slug, duration: 5 })
    const { id } = await addPerson(db, { first_name: name, last_name: 'A', is_staff: true })
    await insertRow(db, 'staff', { person_id: id })
  }
  for (const path of ['temporary-reporting/fields', 'appointment-planner/choices']) {
    const answer = await ask(path)
    const names = (list: string, field = 'name') =>
      (answer.body[list] as Record<string, string>[]).map((one) => one[field])
    expect(names('sites'), path).toEqual(NAMES)
    expect(names('appointment_types'), path).toEqual(NAMES)
    expect(
      names('clinicians', 'full_name').filter((name) => name?.endsWith(' A')),
      path,
    ).toEqual(NAMES.map((name) => `${name} A`))
  }
})

test('the database sorts by the same as the browser', async () => {
  const unit = fc.constantFrom(..."abzéÉñüÜöåçšŁłØøßÆæœþðıİ019’‘'-‐–_/. ")
  const samples = [...fc.sample(fc.string({ unit }), 300), ...NAMES, '0', '000', '1234567890123']
  const { rows } = await sql<{ name: string; sorted: string }>`
    select name, name_order(name) as sorted
    from unnest(${samples}::text[]) as name`.execute(db)
  expect(rows).toEqual(samples.map((name) => ({ name, sorted: nameOrder(name) })))
})
