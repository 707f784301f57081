import { describe, expect, test } from 'vitest'
import { addCategory, addToCategories } from '../clinic-factory.ts'
import { KEY, runKeyedServer, visitor } from '../keyed-server.ts'
import { insertRow } from '../rows.ts'
import { listedRows } from '../send.ts'

const server = await runKeyedServer()
const db = server.database.db
/** In the order of their names, which is not that in which searches find them. */
const TYPES = {
  'Blood pressure check': {
    description: 'Wear short sleeves. A check takes a few minutes of the year.',
    synonyms: 'hypertension, BP',
  },
  'Café talk': { description: 'Coffee with a pharmacist', synonyms: '' },
  'Ear wax removal': { description: 'Micro-suction', synonyms: 'hearing, blocked ears' },
  Earache: { description: 'For children', synonyms: '' },
  'Flu vaccination': {
    description: 'Protects you against influenza',
    synonyms: 'jab, injection, flu shot',
  },
  'Sore throat consultation': {
    description: 'We also look into your ear and your nose.',
    synonyms: 'tonsillitis',
  },
  'Staff vaccination': { description: '', synonyms: '', hidden: true },
  'Urinary tract infection consultation': { description: '', synonyms: 'UTI, cystitis' },
  'Yellow fever': {
    description: 'An injection before you travel',
    summary: 'One dose for life, with certificate.',
    synonyms: 'jab',
  },
}
type Name = keyof typeof TYPES

async function setScene() {
  const rows = Object.entries(TYPES).map(([name, fields], place) => ({
    name,
    slug: `type-${place}`,
    duration: 15,
    ...fields,
  }))
  const types = await db
    .insertInto('appointment_type')
    .values(rows)
    .returning(['id', 'name'])
    .execute()
  const findId = (name: Name) => types.find((type) => type.name === name)?.id ?? 0
  const { id: travel } = await addCategory(db, { name: 'Travel health' })
  const { id: secret } = await addCategory(db, { name: 'Occupational', hidden: true })
  await addToCategories(db, findId('Yellow fever'), [travel, secret])
  const tag = await insertRow(db, 'appointment_type_tag', {
    name: 'Pharmacy First',
    slug: 'pharmacy-first',
  })
  await insertRow(db, 'appointment_type_tagging', {
    appointment_type_id: findId('Earache'),
    appointment_type_tag_id: tag.id,
  })
}

await setScene()

async function find(search: string, key: string | null = null) {
  const query = new URLSearchParams({ search })
  const { body } = await visitor(server, key).get(`/api/public/appointmenttype-search/?${query}`)
  return {
    closeness: body['closeness'],
    names: listedRows<{ name: string }>(body).map(({ name }) => name),
  }
}

const exactly = (...names: Name[]) => ({ closeness: 'exact', names })
const similarly = (...names: Name[]) => ({ closeness: 'similar', names })

describe('a search for services', () => {
  test('finds the beginnings of words, names before descriptions', async () => {
    // Neither "wear" nor "year".
    expect(await find('ear')).toEqual(
      exactly('Ear wax removal', 'Earache', 'Sore throat consultation'),
    )
    expect(await find('vacc')).toEqual(exactly('Flu vaccination'))
    expect(await find('wax')).toEqual(exactly('Ear wax removal'))
    expect(await find('certificate')).toEqual(exactly('Yellow fever'))
  })

  test('finds the other words that a service is searched by, after names', async () => {
    expect(await find('uti')).toEqual(exactly('Urinary tract infection consultation'))
    expect(await find('cystitis')).toEqual(exactly('Urinary tract infection consultation'))
    expect(await find('injection')).toEqual(exactly('Flu vaccination', 'Yellow fever'))
  })

  test('finds what lies in a category, or has a tag, by its name', async () => {
    expect(await find('travel health')).toEqual(exactly('Yellow fever'))
    expect(await find('pharmacy first')).toEqual(exactly('Earache'))
  })

  test.each([['  FLU   jab '], ['jab, flu!'], ['a jab for the flu'], ['flu jabs']])(
    'wants every word of %j somewhere, in whatever order and number',
    async (search) => {
      expect(await find(search)).toEqual(exactly('Flu vaccination'))
    },
  )

  test.each([
    ['cafe', 'Café talk'],
    ['CAFÉ', 'Café talk'],
    ['vaccinations', 'Flu vaccination'],
    ['micro suction', 'Ear wax removal'],
  ] as const)('overlooks accents, endings and hyphens: %j', async (search, name) => {
    expect(await find(search)).toEqual(exactly(name))
  })

  test.each([
    ['vacination', 'Flu vaccination'],
    ['vaxination', 'Flu vaccination'],
    ['flu vacination', 'Flu vaccination'],
    ['cistitis', 'Urinary tract infection consultation'],
    ['tonsalitis', 'Sore throat consultation'],
    ['blod presure', 'Blood pressure check'],
  ] as const)('finds what was meant by %j', async (search, name) => {
    expect(await find(search)).toEqual(similarly(name))
  })

  test('suggests what has some of the words where nothing has all', async () => {
    expect(await find('flu for my parrot')).toEqual({
      closeness: 'suggested',
      names: ['Flu vaccination'],
    })
    expect(await find('throat spray zebra')).toEqual({
      closeness: 'suggested',
      names: ['Sore throat consultation'],
    })
  })

  test.each(['zzyzx', '???', 'the', '%', '_', "' or 1=1 --", '(', '\\'])(
    'finds nothing for %j, and suggests nothing',
    async (search) => {
      expect(await find(search)).toEqual({ closeness: 'suggested', names: [] })
    },
  )

  test('finds what is hidden with the key alone, and tells of no hidden category', async () => {
    expect(await find('staff', KEY)).toEqual(exactly('Staff vaccination'))
    expect((await find('staff')).names).not.toContain('Staff vaccination')
    expect(await find('occupational', KEY)).toEqual(exactly('Yellow fever'))
    expect((await find('occupational')).names).toEqual([])
  })
})

test('the list of services is narrowed by the same search, in its own order', async () => {
  const listed = async (query: string) => {
    const { body } = await visitor(server, null).get(`/api/public/appointmenttypes/?${query}`)
    const results = listedRows<{ name: string }>(body)
    return { count: body['count'], names: results.map(({ name }) => name) }
  }
  expect(await listed('search=ear')).toEqual({
    count: 3,
    names: ['Ear wax removal', 'Earache', 'Sore throat consultation'],
  })
  expect(await listed('search=ear&ordering=-name&page_size=1')).toEqual({
    count: 3,
    names: ['Sore throat consultation'],
  })
  expect(await listed('search=vacination')).toEqual({ count: 1, names: ['Flu vaccination'] })
  expect(await listed('search=flu%20parrot')).toEqual({ count: 0, names: [] })
})
