import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { brokenConstraint } from '#server/database/failures.ts'
import type { DB } from '#server/database/types.ts'
import { addLines } from '../audit/audit-trail.ts'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addClinicianUser, addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination } from '../vaccinations/vaccination-rows.ts'

let clinician: SignedInPerson
const server = await runTestServer()
const db = server.database.db
const patient = await addPerson(db, { first_name: 'Ines', last_name: 'Okafor' })
beforeEach(async () => {
  const permissions: Permission[] = ['clinic.view_appointment', 'clinic.view_vaccinationhistory']
  clinician = await addClinicianUser(server, permissions)
})

const read = async (path: string, query: Record<string, string>) => {
  const { ask } = clinician
  const search = new URLSearchParams(query)
  const answer = await ask('GET', `/api/admin/${path}/?${search}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

let products = 0
async function addProduct(price: string) {
  products += 1
  const { id, name } = await insertRow(db, 'vaccine_product', {
    name: `Vaccine ${products}`,
    price,
  })
  return { id, name }
}

/** A vaccination that the clinician gave. */
const give = (
  productId: number,
  at: string,
  given: Partial<Insertable<DB['vaccination_history']>> = {},
) =>
  addVaccination(db, {
    patient_id: patient.id,
    staff_id: clinician.staffId,
    vaccine_product_id: productId,
    date_administered: new Date(at),
    ...given,
  })

describe('income', () => {
  test('is what was asked for what was given here, by day and by product', async () => {
    const flu = await addProduct('19.99')
    const rabies = await addProduct('79.00')
    await give(flu.id, '2026-06-01T09:00:00Z')
    await give(flu.id, '2026-06-01T22:59:59Z', { price: '0.10' })
    // The clinic's midnight, in summer.
    await give(rabies.id, '2026-06-01T23:00:00Z')
    await give(rabies.id, '2026-06-02T10:00:00Z', { was_administered: false })
    await give(rabies.id, '2026-06-02T10:00:00Z', { is_historical: true })
    await give(rabies.id, '2026-06-02T10:00:00Z', {
      entered_in_error: new Date('2026-06-02T11:00:00Z'),
      change_reason: 'Recorded twice',
    })
    await give(flu.id, '2026-05-30T10:00:00Z', { price: '5.00' })
    await give(flu.id, '2026-06-04T10:00:00Z')
    await give(flu.id, '2026-06-02T10:00:00Z', {
      staff_id: (await addSignedIn(server, { clinician: true })).staffId,
    })

    const period = { from: '2026-06-01', to: '2026-06-03' }
    expect(await read('dashboard-total-income', period)).toEqual({
      ...period,
      total: '99.09',
      doses: 3,
      by_day: [
        { date: '2026-06-01', total: '20.09', doses: 2 },
        { date: '2026-06-02', total: '79.00', doses: 1 },
        { date: '2026-06-03', total: '0.00', doses: 0 },
      ],
      by_product: [
        { product: rabies, total: '79.00', doses: 1 },
        { product: flu, total: '20.09', doses: 2 },
      ],
      previous: { from: '2026-05-29', to: '2026-05-31', total: '5.00', doses: 1 },
    })
  })

  test('stays what it was when a product’s price changes', async () => {
    const product = await addProduct('10.00')
    await give(product.id, '2026-07-01T09:00:00Z')
    await updateRows(db, 'vaccine_product', product.id, { price: '99.00' })
    await give(product.id, '2026-07-01T10:00:00Z')
    const { total } = await read('dashboard-total-income', { from: '2026-07-01', to: '2026-07-01' })
    expect(total).toBe('109.00')
  })

  test('is for who may see vaccinations', async () => {
    const other = await addClinicianUser(server, ['clinic.view_appointment'])
    const { outcome } = await send(server, 'GET', '/api/admin/dashboard-total-income/', other)
    expect(outcome).toBe('403 not_allowed')
  })
})

describe('the database', () => {
  test('refuses a vaccination by nobody, a price below nothing, and places that there are not', async () => {
    const { id } = await addProduct('1.00')
    const broken = (given: Parameters<typeof give>[2]) =>
      give(id, '2026-01-01T09:00:00Z', given).then(
        () => 'none',
        (error: unknown) => brokenConstraint(error) ?? String(error),
      )
    expect(await broken({ staff_id: null })).toBe('vaccination_history_staff')
    expect(await broken({ staff_id: null, is_historical: true })).toBe('none')
    expect(await broken({ price: '-0.01' })).toBe('vaccination_history_price')
    expect(await broken({ site_of_administration: 'tail' })).toContain('site_of_administration')
    expect(await broken({ dose_number: 0 })).toContain('dose_number')
  })

  test('numbers the versions of a vaccination and of a product', async () => {
    const product = await addProduct('1.00')
    const { id } = await give(product.id, '2026-01-02T09:00:00Z')
    for (const table of ['vaccine_product', 'vaccination_history'] as const) {
      const rowId = table === 'vaccine_product' ? product.id : id
      await sql`update ${sql.table(table)} set created = created where id = ${rowId}`.execute(db)
      const { rows } = await sql<{ version: number }>`
        select version from ${sql.table(table)} where id = ${rowId}`.execute(db)
      expect(rows, table).toEqual([{ version: 2 }])
    }
  })
})

describe('the appointment log', () => {
  test('tells what happened to one’s appointments, newest first, and who of the staff did it', async () => {
    const type = await addType(db, { name: 'Blood test' })
    const mine = await addAppointment(db, {
      starts_at: new Date('2026-06-20T09:00:00Z'),
      staff_id: clinician.staffId ?? 0,
      patient_id: patient.id,
      appointment_type_id: type.id,
    })
    const theirs = await addAppointment(db, { starts_at: new Date('2026-06-20T09:00:00Z') })
    const line = { subject_id: mine.id, patient_id: patient.id, source: '192.0.2.7' }
    const at = '2026-06-10T12:00:00Z'
    const [booked = 0, , , , cancelled = 0] = await addLines(db, [
      { ...line, at, action: 'appointment.booked', actor_id: patient.id, actor_role: 'guest' },
      { ...line, at, action: 'appointment.read' },
      { ...line, at, action: 'person.updated', subject_type: 'person' },
      { ...line, at, action: 'appointment.booked', subject_id: theirs.id },
      { ...line, at, action: 'appointment.cancelled', actor_id: clinician.id },
      { ...line, at: '2026-06-11T23:00:00Z', action: 'appointment.cancelled' },
    ])
    const day = { from: '2026-06-10', to: '2026-06-11' }
    const found = await read('dashboard-appointments-logs', day)
    const { full_name: name } = await oneRow(db, 'person', clinician.id)
    const entry = (sequence: number, action: string, by: string | null) =>
      expect.objectContaining({ sequence, action, by, at: '2026-06-10T12:00:00.000Z' })
    expect(found).toEqual({
      count: 2,
      results: [
        entry(cancelled, 'appointment.cancelled', name),
        entry(booked, 'appointment.booked', null),
      ],
    })
    expect(listedRows<{ appointment: unknown }>(found)[0]?.appointment).toEqual({
      id: mine.id,
      start: '2026-06-20T09:00:00.000Z',
      appointment_type: { id: type.id, name: 'Blood test' },
      patient: { id: patient.id, full_name: 'Ines Okafor' },
      clinician: { id: clinician.staffId, full_name: name },
      site: expect.objectContaining({ id: mine.site_id }),
    })
    expect(JSON.stringify(found)).not.toContain('192.0.2.7')

    const second = await read('dashboard-appointments-logs', { ...day, page: '2', page_size: '1' })
    expect(second).toMatchObject({ count: 2, results: [{ sequence: booked }] })
    const still = await read('dashboard-appointments-logs', { ...day, up_to: String(booked) })
    expect(still).toMatchObject({ count: 1, results: [{ sequence: booked }] })
  })
})
