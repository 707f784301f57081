import { expect, test } from 'vitest'
import { addClinician } from '../clinic-factory.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination } from './vaccination-rows.ts'

const server = await runTestServer()

test('a patient finds what is given here, and what they were given before', async () => {
  const { db } = server.database
  const patient = await addSignedIn(server)
  const [flu, old] = await db
    .insertInto('vaccine_product')
    .values([
      { name: 'Flu vaccine', price: '19.99', booster_interval_weeks: 52 },
      { name: 'Flu vaccine of last year', is_active: false },
      { name: 'Smallpox vaccine', is_active: false },
    ])
    .returning('id')
    .execute()
  const list = async () =>
    (await patient.ask('GET', '/api/private/vaccineproducts/')).body['results'] as { id: number }[]
  expect(await list()).toEqual([
    {
      id: flu?.id,
      url: expect.stringMatching(/\/api\/private\/vaccineproducts\/\d+\/$/),
      name: 'Flu vaccine',
      description: '',
      doses_required: 1,
      booster_interval_weeks: 52,
      is_active: true,
      price: '19.99',
      created: expect.any(String),
      modified: expect.any(String),
    },
  ])
  const staff_id = (await addClinician(db)).id
  await addVaccination(db, {
    patient_id: patient.id,
    staff_id,
    vaccine_product_id: old?.id ?? 0,
  })
  expect((await list()).map(({ id }) => id)).toEqual([flu?.id, old?.id])
})
