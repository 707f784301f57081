import { describe, expect, test } from 'vitest'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import { heldFields } from '#lib/contract/read-only-fields.ts'
import { some } from '../../amount.ts'
import { addGuest, addOpening, addSite } from '../clinic-factory.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { call, makeSample, operations, type Sample } from './operation-samples.ts'

/*
 * Whose a record is and what state it is in are read and not written. What differs from the record is
 * refused at its field, because a 200 would say that it was done (docs/decisions/0041).
 */

const server = await runTestServer()
const { db } = server.database

const REFUSED = ['This cannot be changed here.']
const held = operations.flatMap(([key]) => heldFields(key).map((field) => [key, field] as const))

test('there are such fields for every audience, in replacements, deletions and actions', () => {
  const keys = held.map(([key]) => key)
  expect(new Set(keys.map((key) => contract[key].audience))).toEqual(
    new Set(['guest', 'private', 'admin']),
  )
  expect(held).toEqual(
    expect.arrayContaining([
      ['PUT admin/appointments/{id}/', 'patient_id'],
      ['PUT admin/appointments/{id}/', 'patient'],
      ['PUT admin/appointments/{id}/', 'site_id'],
      ['PUT admin/appointments/{id}/', 'status'],
      ['PUT admin/appointments/{id}/', 'completed'],
      ['PUT admin/appointments/{id}/', 'cancelled_on'],
      ['PUT admin/appointments/{id}/', 'outcomes'],
      ['DELETE admin/vaccinationhistories/{id}/', 'patient_id'],
      ['PUT admin/vaccinationhistories/{id}/', 'appointment_id'],
      ['PUT private/users/{id}/', 'is_superuser'],
    ]),
  )
  // Completing says what the record will be.
  expect(keys.filter((key) => key.includes('complete_appointment'))).toHaveLength(2)
})

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, { id: 2_000_000_000 }]
  if (value === null) return '2026-01-01T00:00:00.000Z'
  if (typeof value === 'object') return { ...value, id: Number((value as { id: number }).id) + 1 }
  return `other ${String(value)}`
}

/** Where the record is read that a call replaces, deletes or acts on. */
function formatReading(key: OperationKey): OperationKey {
  const [, path = ''] = key.split(' ')
  return `GET ${path.replace(/(\{id\}\/)\w+\/$/, '$1')}` as OperationKey
}

async function readRow(
  key: OperationKey,
): Promise<{ sample: Sample; row: Record<string, unknown> }> {
  const sample = await makeSample(server, key)
  const read = formatReading(key)
  const { body: _, ...reading } = sample
  if (key.includes('orphaned-appointments')) {
    const { body } = await call(server, 'GET admin/appointments/{id}/', {
      ...reading,
      headers: (await superuser()).headers,
    })
    return { sample, row: { patient: body['patient'] } }
  }
  const headers = contract[read].audience === 'admin' ? (await superuser()).headers : {}
  const { body, status, text } = await call(server, read, {
    ...reading,
    headers: { ...sample.headers, ...headers },
  })
  expect(status, text).toBe(200)
  return { sample: { ...sample, headers: { ...sample.headers, ...headers } }, row: body }
}

const superuser = () =>
  addSignedIn(server, { person: { is_staff: true, is_superuser: true }, clinician: true })

test.each(some(held, 24))('%s refuses another %s, and takes the same', async (key, field) => {
  const { sample, row } = await readRow(key)
  expect(row).toHaveProperty(field)
  // Completing says what the form will be.
  const { complete: _, ...given } = sample.body ?? {}
  const sent = (value: unknown) =>
    call(server, key, { ...sample, body: { ...given, [field]: value } })
  const refused = await sent(other(row[field]))
  expect(refused.status, refused.text).toBe(400)
  expect(refused.body).toMatchObject({ [field]: REFUSED })
  const taken = await sent(row[field])
  expect(taken.status, taken.text).toBe(contract[key].status)
})

describe('an appointment', () => {
  const put = 'PUT admin/appointments/{id}/'

  test('may be sent with the site that it moves to', async () => {
    const { sample, row } = await readRow(put)
    const { site, room } = await addSite(db)
    const start = new Date(Date.parse(String(row['start'])) + 86_400_000)
    const [staff, type] = [Number(row['staff_id']), Number(row['appointment_type_id'])]
    await addOpening(db, { staff, room, types: [type] }, [start, start.getTime() + 3_600_000])
    const moved = (siteId: number) =>
      call(server, put, {
        ...sample,
        body: { ...row, start: start.toISOString(), room_id: room.id, site_id: siteId },
      })
    const elsewhere = await moved(site.id + 1_000)
    expect(elsewhere.body).toMatchObject({ site_id: REFUSED })
    const answer = await moved(site.id)
    expect(answer.body, answer.text).toMatchObject({ site_id: site.id, room_id: room.id })
  })

  test('is completed with what it will be, and not by a PUT', async () => {
    const { sample, row } = await readRow('PUT admin/appointments/{id}/complete_appointment/')
    const { version: _, ...unversioned } = row
    const body = { ...unversioned, completed: true, status: 'completed' }
    const { params = {}, headers = {} } = sample
    const asPut = await call(server, put, { params, headers, body: { completed: true } })
    expect(asPut.body).toEqual({ completed: REFUSED })
    const answer = await call(server, 'PUT admin/appointments/{id}/complete_appointment/', {
      params,
      headers,
      body,
    })
    expect(answer.body, answer.text).toMatchObject({ completed: true, status: 'completed' })
  })

  test('of an older version is stale, whatever else it says', async () => {
    const { sample, row } = await readRow(put)
    const body = { ...row, version: Number(row['version']) + 1, patient_id: 5 }
    expect((await call(server, put, { ...sample, body })).status).toBe(409)
  })
})

test('rows of a bulk correction are refused at their place', async () => {
  const { headers } = await superuser()
  const product = await addVaccineProduct(db)
  const patient = await addGuest(db)
  const given = {
    patient_id: patient.id,
    vaccine_product_id: product.id,
    is_historical: true,
    external_clinic_name: 'Elsewhere',
  }
  const records = [
    await addVaccination(db, { ...given, batch_number: 'AB1' }),
    await addVaccination(db, {
      ...given,
      batch_number: 'AB2',
      date_administered: new Date(Date.now() - 90 * 86_400_000),
    }),
  ]
  const rows = records.map(({ id }) => ({ id, patient_id: patient.id, notes: 'Checked' }))
  const correct = (body: object[]) =>
    call(server, 'PUT admin/vaccinationhistories/bulk-update/', { headers, body: { rows: body } })
  const [first, second] = rows
  const refused = await correct([{ ...first }, { ...second, patient_id: 1, appointment_id: 5 }])
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({
    'rows.1.patient_id': REFUSED,
    'rows.1.appointment_id': REFUSED,
  })
  expect((await correct(rows)).body).toMatchObject({ changed: 2 })
})
