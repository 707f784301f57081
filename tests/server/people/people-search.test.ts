import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isNamed } from '#server/resources/search-words.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'

/* How people are searched, in every list that has their names. */

const server = await runTestServer()
const { db } = server.database
const root = await addSignedIn(server, { person: { is_superuser: true } })

const ask = async (path: string, search: string) =>
  await send(server, 'GET', `/api/admin/${path}/?${new URLSearchParams({ search })}`, root)
const namesIn = ({ body }: Answer, field: string) =>
  listedRows<Record<string, string>>(body).map((row) => row[field])

/** A name as it is on file, and as people type it. */
const names = [
  [
    ['Ana', 'García-López'],
    ['garcia-lopez', 'García-López', 'garcia lopez', 'GARCIA-LOPEZ', 'garcialopez', 'ana garcia-l'],
  ],
  [
    ['Ian', 'MacLeod'],
    ['Mc Leod', 'mac leod', 'McLeod', 'macleod', 'mcleo', 'ian mc'],
  ],
  [
    ['Una', 'McKenna'],
    ['Mac Kenna', 'mackenna', 'Mc Kenna', 'mckenna'],
  ],
  [
    ['Eve', 'Mac Donald-Müller'],
    [
      'macdonald',
      'McDonald',
      'mc donald-muller',
      'donald-müller',
      'mcdonald, eve',
      'MacDonald,Eve',
    ],
  ],
  [
    ['Mary-Ann', 'O’Shea'],
    ['maryann', 'mary ann', 'mary-ann', 'oshea', 'o-shea', "o'shea", 'o´shea', 'oʼshea', 'O′Shea'],
  ],
  [
    ['Lena', 'van der Berg'],
    ['vanderberg', 'van-der-berg', 'van der berg'],
  ],
  [
    ['Ivy', 'St. John'],
    ['saint john', 'st john', 'st. john', 'st-john'],
  ],
  [
    ['Kai', 'Alhassan'],
    ['al-hassan', 'al hassan'],
  ],
] as const
const typed = names.flatMap(([[first, last], ways]) =>
  ways.map((way) => ({ way, first, last, full: `${first} ${last}` })),
)

const vaccine = await addVaccineProduct(db)
for (const [[first_name, last_name]] of names) {
  const { id } = await addPerson(db, { first_name, last_name })
  const staff = await insertRow(db, 'staff', { person_id: id })
  await addVaccination(db, { patient_id: id, staff_id: staff.id, vaccine_product_id: vaccine.id })
  await addAppointment(db, { patient_id: id, starts_at: new Date() })
}

test.each(typed)('“$way” finds $full, and nobody else', async ({ way, full }) => {
  for (const [path, field] of [
    ['users', 'full_name'],
    ['staff', 'full_name'],
    ['vaccinationhistories', 'patient_name'],
    ['appointments', 'patient_name'],
  ] as const) {
    expect(namesIn(await ask(path, way), field), path).toEqual([full])
  }
})

test.each([
  ['07700 900 123', ['+44 7700 900123', '+447700900123', '00447700900123', '447700900123']],
  [
    '07700 900 124',
    ['07700 900124', '07700900124', '7700900124', '(07700) 900-124', '0044 7700 900124'],
  ],
  ['020 7946 0019', ['+442079460019', '+44 20 7946 0019', '+44 (0)20 7946 0019', '02079460019']],
  [
    '07700 900 601',
    [
      '0044 7700 900 601',
      '00 44 7700 900 601',
      '0044 (0)7700 90 06 01',
      '+44 (0) 770 09 00 60 1',
      '+44 770 0900 60 1',
      '44 7700 900 601',
    ],
  ],
  [
    '+33 1 23 45 67 89',
    ['+33123456789', '0033 1 23 45 67 89', '00 33 1 23 45 67 89', '+33 1 2345 6789'],
  ],
])('the number %s is found however it is dialled', async (mobile, ways) => {
  const { id } = await addPerson(db, { first_name: 'Pat', last_name: 'Phone', mobile })
  // The end of the number alone finds others.
  await addPerson(db, {
    last_name: 'Phone',
    mobile: `${mobile.slice(0, -2)}99`,
    landline: `01632 960${mobile.slice(-3)}`,
  })
  for (const way of ways) {
    const { body } = await ask('users', way)
    expect(
      listedRows<{ id: number }>(body).map((row) => row.id),
      way,
    ).toEqual([id])
    expect((await ask('users', `phone ${way}`)).body['count'], way).toBe(1)
    expect((await ask('users', `${way} phone`)).body['count'], way).toBe(1)
  }
})

test('a search asks the index of words, however many ways there are to write one', async () => {
  for (const text of ['garcia-lopez', 'Mc Leod', '+44 7700 900123']) {
    const plan = await db.transaction().execute(async (tx) => {
      // The few people of this test are read faster without an index.
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${tx
        .selectFrom('person')
        .select('id')
        .where(isNamed(text))}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan, text).toContain('person_search')
    expect(plan, text).not.toContain('Seq Scan')
  }
})
